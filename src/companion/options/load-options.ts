import { isVariableName } from '#engine/templates/parse.ts'
import { UsageError } from '../host.ts'
import { optionPairs } from './pairs.ts'
import { parseOptions } from './parse-options.ts'
import { proxyOption } from './proxy-option.ts'
import { programTexts as texts } from '../texts.ts'

/** Reports of a load test. */
const loadReporters = ['list', 'junit', 'html', 'json'] as const

/** The command line of `assay load`. */
export interface LoadArguments {
  file: string
  name: string
  env: string | undefined
  /** Seconds, instead of the stages. */
  duration: number | undefined
  users: number | undefined
  reports: { kind: (typeof loadReporters)[number]; path: string | undefined }[]
  compare: string | undefined
  exportTo: string | undefined
  variables: Map<string, string>
  secrets: Map<string, string>
  insecureHosts: string[]
  seed: number | undefined
  proxy: string | undefined
  tokenFile: string | undefined
  quiet: boolean
}

const many = { type: 'string', multiple: true } as const
const one = { type: 'string' } as const

const refuse = (message: string): never => {
  throw new UsageError(message)
}

/** Reads the arguments of `assay load`; UsageError with what is wrong. */
export function readLoadArguments(args: string[]): LoadArguments {
  const { values, positionals } = parseOptions(args, {
    env: one,
    duration: one,
    users: one,
    reporter: many,
    compare: one,
    export: one,
    var: many,
    secret: many,
    'insecure-hosts': many,
    seed: one,
    proxy: one,
    'token-file': one,
    quiet: { type: 'boolean' },
  })
  const [file, name, out, more] = positionals
  if (file === undefined) return refuse(texts.load.noFile)
  if (name === undefined) return refuse(texts.load.noName)
  const extra = values.export === undefined ? out : more
  if (extra !== undefined) return refuse(texts.unexpected(extra))
  if (values.export !== undefined && values.export !== 'k6') return refuse(texts.load.onlyK6(values.export))
  if (values.export !== undefined && out === undefined) return refuse(texts.load.noOut)
  const variables = optionPairs('--var', values.var)
  for (const variable of variables.keys()) if (!isVariableName(variable)) return refuse(texts.badVariable(variable))
  return {
    file,
    name,
    env: values.env,
    duration: positive('duration', values.duration, false),
    users: positive('users', values.users, true),
    reports: reportsOf(values.reporter ?? [], values.quiet ?? false),
    compare: values.compare,
    exportTo: values.export === undefined ? undefined : out,
    variables,
    secrets: optionPairs('--secret', values.secret),
    insecureHosts: (values['insecure-hosts'] ?? [])
      .flatMap((list) => list.split(','))
      .map((host) => host.trim())
      .filter(Boolean),
    seed: values.seed === undefined ? undefined : seedOf(values.seed),
    proxy: proxyOption(values.proxy),
    tokenFile: values['token-file'],
    quiet: values.quiet ?? false,
  }
}

function positive(option: string, text: string | undefined, isWhole: boolean): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  const isNumber = isWhole ? /^\d+$/.test(text) : /^\d+(\.\d+)?$/.test(text)
  return isNumber && value > 0 && value <= 1_000_000 ? value : refuse(texts.load.notPositive(option, text))
}

const seedOf = (text: string): number =>
  /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : refuse(texts.notWhole('seed', text, 0))

/** At most one report goes to standard output; the list does if no other does. */
function reportsOf(given: readonly string[], quiet: boolean): LoadArguments['reports'] {
  const reports = given.map((text): LoadArguments['reports'][number] => {
    const [kind = '', ...rest] = text.split('=')
    const path = rest.length === 0 ? undefined : rest.join('=')
    const known = loadReporters.find((each) => each === kind)
    if (known === undefined) return refuse(texts.unknownReporter(kind, [...loadReporters]))
    if (path === '') return refuse(texts.emptyPath(kind))
    return { kind: known, path }
  })
  const printed = reports.filter(({ path }) => path === undefined)
  if (printed.length > 1) return refuse(texts.twoPrinted(printed.map(({ kind }) => kind)))
  if (printed.length === 0 && !quiet) reports.unshift({ kind: 'list', path: undefined })
  return reports
}
