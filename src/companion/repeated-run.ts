import { quoted, type RepeatedRun } from '#engine/reporters/repeat-command.ts'
import type { RunArguments } from './options/run-options.ts'

/** The run that a command line asked for, as far as it decides what is run: not its reports, and no values. */
export function repeatedRun(options: RunArguments, paths: readonly string[], seed: number): RepeatedRun {
  const { env, suites, cases, tags, variables, shard, workers, retry, bail, timeout, insecureHosts } = options
  const { rerunFailed, redirectUri, headed, excludedTags, data, iterations, envFiles, delay, caFile } = options
  const more = [
    ...excludedTags.map((tag) => `--exclude-tag ${quoted(tag)}`),
    ...envFiles.map((path) => `--env-file ${quoted(path)}`),
    ...(data === undefined ? [] : [`--data ${quoted(data)}`]),
    ...(iterations > 1 ? [`--iterations ${iterations}`] : []),
    ...(delay === undefined ? [] : [`--delay ${delay}`]),
    ...(caFile === undefined ? [] : [`--cacert ${quoted(caFile)}`]),
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
  return { file: paths, env, suites, cases, tags, variables: [...variables.keys()], more, seed }
}
