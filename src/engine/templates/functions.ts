import { isoDay } from '#engine/base/iso-day.ts'
import { AssayError } from '#engine/base/errors.ts'
import { dataFunctions } from './data-functions.ts'
import type { Compute, FunctionContext, FunctionSpec } from './function-spec.ts'
import { sample, sampler } from './regex-sample.ts'
import { templateTexts as texts } from './texts.ts'

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
/** How many months the units of the calendar have. */
const monthsOf: Record<string, number> = { M: 1, y: 12 }
const numeral = /^[+-]?\d+(\.\d+)?$/
const longest = 10_000

/** A function without arguments. */
const plain = (signature: string, description: string, compute: Compute): FunctionSpec => ({
  signature,
  description,
  compile: (values) => (values.length === 0 ? compute : 'it takes no arguments'),
})

/** A function with one length, `standard` if it is omitted. */
const sized = (
  signature: string,
  description: string,
  standard: number,
  compute: (context: FunctionContext, length: number) => unknown,
): FunctionSpec => ({
  signature,
  description,
  compile(values) {
    const length = values.length === 0 ? standard : Number(values[0])
    if (values.length > 1 || !Number.isInteger(length) || length < 1 || length > longest)
      return `it takes a whole number from 1 to ${longest}`
    return (context) => compute(context, length)
  },
})

const range = (signature: string, description: string, whole: boolean, standard: [number, number]): FunctionSpec => ({
  signature,
  description,
  compile(values) {
    if (values.length !== 0 && values.length !== 2) return 'it takes two numbers or none'
    if (!values.every((value) => numeral.test(value))) return 'its arguments are two numbers'
    const [min, max] = values.length === 0 ? standard : [Number(values[0]), Number(values[1])]
    if (whole && !(Number.isSafeInteger(min) && Number.isSafeInteger(max))) return 'its arguments are two whole numbers'
    if (min > max) return `${min} is more than ${max}`
    return whole
      ? ({ draws }) => draws.between(min, max)
      : ({ draws }) => Math.min(max, Number((min + draws.fraction() * (max - min)).toFixed(6)))
  },
})

const time = (name: string, description: string, write: (date: Date) => unknown): FunctionSpec => ({
  signature: `now.${name}(+2d)`,
  description,
  compile(values) {
    const text = values.join('').replaceAll(' ', '')
    if (values.length > 1 || !/^([+-]\d{1,9}[smhdwMy])*$/.test(text))
      return 'write an offset as +2d, -3h, +15m, +30s, +1w, +1M (months) or +1y'
    let offset = 0
    let months = 0
    for (const [, amount, unit] of text.matchAll(/([+-]\d+)([smhdwMy])/g)) {
      offset += Number(amount) * (units[unit ?? ''] ?? 0)
      months += Number(amount) * (monthsOf[unit ?? ''] ?? 0)
    }
    const shifted = (from: number): Date => laterBy(months, new Date(from + offset))
    if (!Number.isFinite(shifted(Date.UTC(2100, 0, 1)).getTime())) return 'the offset is too large'
    return ({ clock }) => write(shifted(clock.now()))
  },
})

/** So many months later, UTC; a day that the month does not have is its last one. */
function laterBy(months: number, date: Date): Date {
  if (months === 0) return date
  const day = date.getUTCDate()
  const later = new Date(date)
  later.setUTCDate(1)
  later.setUTCMonth(later.getUTCMonth() + months)
  const last = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(day, last))
  return later
}

const letters = (alphabet: string) => (context: FunctionContext, length: number) =>
  Array.from({ length }, () => alphabet.charAt(context.draws.between(0, alphabet.length - 1))).join('')

/** A random UUID, version 4 (RFC 9562 section 5.4), of seeded draws. */
function uuid({ draws }: FunctionContext): string {
  const hex = Array.from({ length: 4 }, () => draws.next().toString(16).padStart(8, '0')).join('')
  const variant = '89ab'.charAt(draws.between(0, 3))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

const day = 86_400_000

const table: [string, FunctionSpec][] = [
  [
    'env.name',
    plain('env.name', 'the name of the active environment', ({ environment }) => {
      if (environment === undefined)
        throw new AssayError('variable-unknown', texts.noEnvironment, { hint: texts.noEnvironmentHint })
      return environment
    }),
  ],
  ['uuid', plain('uuid', 'a random UUID', uuid)],
  ['now.iso', time('iso', 'the time in ISO 8601, UTC', (date) => date.toISOString())],
  ['now.unix', time('unix', 'the time in seconds since 1970', (date) => Math.floor(date.getTime() / 1000))],
  ['now.millis', time('millis', 'the time in milliseconds since 1970', (date) => date.getTime())],
  ['now.date', time('date', 'the day as YYYY-MM-DD, UTC', (date) => date.toISOString().slice(0, 10))],
  ['random.int', range('random.int(min,max)', 'a whole number, bounds included', true, [0, 1_000_000])],
  ['random.float', range('random.float(min,max)', 'a number with up to six decimals', false, [0, 1])],
  ['random.boolean', plain('random.boolean', 'true or false', ({ draws }) => draws.next() % 2 === 0)],
  [
    'random.alphanumeric',
    sized(
      'random.alphanumeric(n)',
      'n letters and digits',
      8,
      letters('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'),
    ),
  ],
  ['random.hex', sized('random.hex(n)', 'n hexadecimal digits', 8, letters('0123456789abcdef'))],
  ['random.uuid', plain('random.uuid', 'a random UUID', uuid)],
  [
    'random.date',
    {
      signature: "random.date('2020-01-01','2029-12-31')",
      description: 'a day between two days, inclusive',
      compile(values) {
        const [from, to] = values.length === 0 ? [Date.UTC(2000, 0, 1), Date.UTC(2029, 11, 31)] : values.map(dayOf)
        if ((values.length !== 0 && values.length !== 2) || from === undefined || to === undefined)
          return 'it takes two days as YYYY-MM-DD'
        if (Number.isNaN(from) || Number.isNaN(to)) return 'its arguments are two days as YYYY-MM-DD'
        if (from > to) return `${values[0]} is after ${values[1]}`
        return ({ draws }) => isoDay(from + day * draws.between(0, Math.round((to - from) / day)))
      },
    },
  ],
  [
    'random.pastDate',
    plain('random.pastDate', 'a day within the past year', ({ clock, draws }) =>
      isoDay(clock.now() - day * draws.between(1, 365)),
    ),
  ],
  [
    'random.futureDate',
    plain('random.futureDate', 'a day within the next year', ({ clock, draws }) =>
      isoDay(clock.now() + day * draws.between(1, 365)),
    ),
  ],
  [
    'random.pick',
    {
      signature: 'random.pick(a,b,…)',
      description: 'one of the strings',
      compile: (values) =>
        values.length === 0 ? 'it needs something to pick from' : ({ draws }) => values[draws.between(0, values.length - 1)],
    },
  ],
  [
    'random.regex',
    {
      signature: "random.regex('[a-z]{3}')",
      description: 'a string that matches the regular expression',
      compile(values) {
        const [pattern] = values
        if (values.length !== 1 || pattern === undefined) return 'it takes a regular expression in single quotes'
        const node = sampler(pattern)
        return typeof node === 'string' ? node : ({ draws }) => sample(node, draws)
      },
    },
  ],
]

function dayOf(text: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN
}

/** Every function of templates by its name with the root: `random.email`. Aspects for completion are in the spec. */
export const functions: ReadonlyMap<string, FunctionSpec> = new Map([...table, ...dataFunctions])
