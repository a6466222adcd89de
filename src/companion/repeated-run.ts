import type { RepeatedRun } from '#engine/reporters/repeat-command.ts'
import type { RunArguments } from './options/run-options.ts'

/** The run that a command line asked for, as far as it decides what is run: not its reports, and no values. */
export function repeatedRun(options: RunArguments, seed: number): RepeatedRun {
  const { file, env, suites, cases, tags, variables, shard, workers, retry, bail, timeout, insecureHosts } = options
  const { rerunFailed, redirectUri, headed } = options
  const more = [
    ...(shard ? [`--shard ${shard.index}/${shard.of}`] : []),
    ...(rerunFailed === undefined ? [] : [`--rerun-failed ${rerunFailed}`]),
    ...(bail ? ['--bail'] : []),
    ...(retry > 0 ? [`--retry ${retry}`] : []),
    ...(workers > 1 ? [`--workers ${workers}`] : []),
    ...(timeout === undefined ? [] : [`--timeout ${timeout / 1_000}`]),
    ...(insecureHosts.length > 0 ? [`--insecure-hosts ${insecureHosts.join(',')}`] : []),
    ...(headed ? ['--headed'] : []),
    ...(redirectUri === undefined ? [] : [`--redirect-uri ${redirectUri}`]),
  ]
  return { file, env, suites, cases, tags, variables: [...variables.keys()], more, seed }
}
