import { reporterEntry, reporters, type ReporterId } from '#engine/reporters/index.ts'
import { isLoopbackUri } from '#platform/node/loopback-login.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { UsageError } from '../host.ts'
import { optionPairs } from './pairs.ts'
import { proxyOption } from './proxy-option.ts'
import { splitCommand } from './split-command.ts'
import { parseOptions } from './parse-options.ts'
import { programTexts as texts } from '../texts.ts'

/** A report that was requested; without a path it goes to standard output. */
export interface ReportTarget {
  kind: ReporterId
  path: string | undefined
}

/** The command line of `assay run`, checked as far as that is possible without the file. */
export interface RunArguments {
  /** Files, folders and globs. */
  files: string[]
  env: string | undefined
  suites: string[]
  cases: string[]
  tags: string[]
  excludedTags: string[]
  /** A file of rows, with each of which every case is run. */
  data: string | undefined
  iterations: number
  /** Only what would run is shown, so. */
  list: 'text' | 'json' | undefined
  variables: Map<string, string>
  envFiles: string[]
  secrets: Map<string, string>
  /** Prints the value of a secret whose id takes the place of `{id}`: program and arguments. */
  secretCommand: string[] | undefined
  insecureHosts: string[]
  reports: ReportTarget[]
  shard: { index: number; of: number } | undefined
  rerunFailed: string | undefined
  seed: number | undefined
  /** Milliseconds. */
  timeout: number | undefined
  workers: number
  retry: number
  bail: boolean
  /** Milliseconds before each request but the first. */
  delay: number | undefined
  /** A PEM file of certificates that are trusted. */
  caFile: string | undefined
  quiet: boolean
  /** Every request and response is shown. */
  verbose: boolean
  interactive: boolean
  redirectUri: string | undefined
  /** Scripted logins are shown. */
  headed: boolean
  /** Where tokens are kept from run to run. */
  tokenFile: string | undefined
  /** Through which all requests go; `none`: none. */
  proxy: string | undefined
  watch: boolean
}

const many = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const

const optionTypes = {
  env: many,
  suite: many,
  case: many,
  tag: many,
  'exclude-tag': many,
  data: many,
  iterations: many,
  list: many,
  var: many,
  'env-file': many,
  secret: many,
  'secret-command': many,
  reporter: many,
  'insecure-hosts': many,
  shard: many,
  seed: many,
  timeout: many,
  workers: many,
  retry: many,
  'rerun-failed': many,
  bail: flag,
  delay: many,
  cacert: many,
  quiet: flag,
  verbose: flag,
  interactive: flag,
  'redirect-uri': many,
  'token-file': many,
  proxy: many,
  watch: flag,
  headed: flag,
} as const

const refuse = (message: string): never => {
  throw new UsageError(message)
}

/** Reads the arguments of `assay run`; UsageError with the option that is wrong. */
export function readRunArguments(args: string[]): RunArguments {
  const { values, positionals } = parseOptions(
    args.map((arg) => (arg === '--list' ? '--list=text' : arg)),
    optionTypes,
  )
  if (positionals.length === 0) return refuse(texts.noFile('run'))
  return {
    files: positionals,
    env: once('env', values.env),
    suites: values.suite ?? [],
    cases: values.case ?? [],
    tags: values.tag ?? [],
    excludedTags: values['exclude-tag'] ?? [],
    data: once('data', values.data),
    iterations: wholeNumber('iterations', values.iterations, 1) ?? 1,
    list: listOf(once('list', values.list)),
    variables: variablesOf(values.var),
    envFiles: values['env-file'] ?? [],
    secrets: optionPairs('--secret', values.secret),
    secretCommand: commandOf(once('secret-command', values['secret-command'])),
    insecureHosts: (values['insecure-hosts'] ?? [])
      .flatMap((list) => list.split(','))
      .map((name) => name.trim())
      .filter(Boolean),
    reports: reportsOf(values.reporter ?? [], values.quiet ?? false),
    shard: shardOf(once('shard', values.shard)),
    rerunFailed: once('rerun-failed', values['rerun-failed']),
    seed: wholeNumber('seed', values.seed, 0),
    timeout: milliseconds(once('timeout', values.timeout)),
    workers: wholeNumber('workers', values.workers, 1) ?? 1,
    retry: wholeNumber('retry', values.retry, 0) ?? 0,
    bail: values.bail ?? false,
    delay: wholeNumber('delay', values.delay, 0),
    caFile: once('cacert', values.cacert),
    verbose: values.verbose ?? false,
    quiet: values.quiet ?? false,
    interactive: values.interactive ?? false,
    redirectUri: redirectUriOf(once('redirect-uri', values['redirect-uri'])),
    headed: values.headed ?? false,
    tokenFile: once('token-file', values['token-file']),
    proxy: proxyOption(once('proxy', values.proxy)),
    watch: values.watch ?? false,
  }
}

/** The variables of `--var`; a name that no `${…}` can refer to would change nothing. */
function variablesOf(given: readonly string[] | undefined): Map<string, string> {
  const variables = optionPairs('--var', given)
  for (const name of variables.keys()) if (!isVariableName(name)) return refuse(texts.badVariable(name))
  return variables
}

function listOf(text: string | undefined): RunArguments['list'] {
  if (text === undefined || text === 'text' || text === 'json') return text
  return refuse(texts.badList(text))
}

function commandOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const words = splitCommand(text)
  if (words?.[0] === undefined) return refuse(texts.secretCommand.unreadable)
  if (!words.some((word) => word.includes('{id}') || word.includes('SECRET_ID'))) return refuse(texts.secretCommand.noId)
  // A shell would run what an id of the project contains.
  const [program = ''] = words
  if (/(?:^|[\\/])(?:\w*sh|cmd|powershell)(?:\.exe)?$/i.test(program) && words.some((word) => word.includes('{id}')))
    return refuse(texts.secretCommand.shell)
  return words
}

function once(option: string, given: readonly string[] | undefined): string | undefined {
  if (given !== undefined && given.length > 1) return refuse(texts.onlyOnce(option))
  return given?.[0]
}

function wholeNumber(option: string, given: readonly string[] | undefined, least: number): number | undefined {
  const text = once(option, given)
  if (text === undefined) return undefined
  const value = Number(text)
  return /^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least ? value : refuse(texts.notWhole(option, text, least))
}

function milliseconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = Number(text)
  return /^\d+(\.\d+)?$/.test(text) && seconds > 0 ? seconds * 1000 : refuse(texts.badTimeout(text))
}

function redirectUriOf(text: string | undefined): string | undefined {
  return text === undefined || isLoopbackUri(text) ? text : refuse(texts.badRedirectUri(text))
}

function shardOf(text: string | undefined): RunArguments['shard'] {
  if (text === undefined) return undefined
  const [, index = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  return index >= 1 && index <= of ? { index, of } : refuse(texts.badShard(text))
}

/**
 * At most one report can go to standard output, besides those for a program that reads along; the list goes there if no other does and no one
 * wants quiet.
 */
function reportsOf(given: readonly string[], quiet: boolean): ReportTarget[] {
  const reports = given.map(reportOf).filter(({ kind, path }) => !(quiet && kind === 'list' && path === undefined))
  const printed = reports.filter(({ kind, path }) => path === undefined && !isAside(kind))
  if (printed.length > 1) return refuse(texts.twoPrinted(printed.map(({ kind }) => kind)))
  if (printed.length === 0 && !quiet) reports.unshift({ kind: 'list', path: undefined })
  return reports
}

function reportOf(text: string): ReportTarget {
  const at = text.indexOf('=')
  const kind = at === -1 ? text : text.slice(0, at)
  const path = at === -1 ? undefined : text.slice(at + 1)
  if (!isReporter(kind)) return refuse(texts.unknownReporter(kind, Object.keys(reporters)))
  if (path === '') return refuse(texts.emptyPath(kind))
  return { kind, path: path ?? reporterEntry(kind).folder }
}

const isAside = (kind: ReporterId): boolean => reporterEntry(kind).isAside === true

const isReporter = (kind: string): kind is ReporterId => Object.hasOwn(reporters, kind)
