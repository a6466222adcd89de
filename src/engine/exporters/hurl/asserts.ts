import { predicateFacts, type PredicateName } from '#engine/checks/facts.ts'
import { sourceFacts, type SourceName } from '#engine/extractors/facts.ts'
import type { Source } from '#engine/extractors/source.ts'
import { segmentsOf } from '#engine/load/k6/json-path.ts'
import { NoCounterpart } from '#engine/load/k6/no-counterpart.ts'
import { Script } from '#engine/load/k6/script.ts'
import { emptyProject } from '#engine/project/empty.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { hurlName, type HurlTexts } from './hurl-text.ts'

/** What Hurl looks at for a source; undefined if it has none for it. */
export function hurlQuery(source: Source): string | undefined {
  return queries[source.source]?.(source)
}

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const queries: Readonly<Partial<Record<SourceName, (source: Source) => string | undefined>>> = {
  status: () => 'status',
  duration: () => 'duration',
  text: () => 'body',
  size: () => 'bytes count',
  header: ({ name = '' }) => `header ${quoted(name)}`,
  cookie: ({ name = '' }) => `cookie ${quoted(name)}`,
  variable: ({ name = '' }) => `variable "${hurlName(name)}"`,
  // Of other paths Hurl gives a list, however many there are.
  json: ({ path = '' }) => (isSingular(path) ? `jsonpath ${quoted(path)}` : undefined),
}

/** Whether a path finds one value at most. */
function isSingular(path: string): boolean {
  try {
    return segmentsOf(path, new Script(emptyProject('', ''), undefined)).every((segment) => /^('|"|-?\d+$)/.test(segment))
  } catch (thrown) {
    if (thrown instanceof NoCounterpart) return false
    throw thrown
  }
}

type Words = (value: unknown, scalar: (value: unknown) => string | undefined) => string | string[] | undefined

const compared =
  (operator: string): Words =>
  (value, scalar) => {
    const text = typeof value === 'object' || typeof value === 'boolean' ? undefined : scalar(value)
    return text && `${operator} ${text}`
  }
const ofText =
  (word: string): Words =>
  (value, scalar) =>
    typeof value === 'string' ? `${word} ${scalar(value) ?? ''}` : undefined

const types: Readonly<Record<string, string>> = {
  string: 'isString',
  number: 'isNumber',
  integer: 'isInteger',
  boolean: 'isBoolean',
  array: 'isList',
  object: 'isObject',
  null: '== null',
}

/** What a predicate is called there. */
const words: Readonly<Partial<Record<PredicateName, Words>>> = {
  equals(value, scalar) {
    const text = scalar(value)
    return text && `== ${text}`
  },
  contains: ofText('contains'),
  'starts-with': ofText('startsWith'),
  'ends-with': ofText('endsWith'),
  matches: (value) =>
    typeof value === 'string' && !value.includes('${') ? `matches /${value.replaceAll(/(?<!\\)\//g, '\\/')}/` : undefined,
  exists: () => 'exists',
  'is-empty': () => 'isEmpty',
  'is-type': (value) => types[String(value)],
  'less-than': compared('<'),
  'at-most': compared('<='),
  'greater-than': compared('>'),
  'at-least': compared('>='),
  between(value, scalar) {
    if (!Array.isArray(value) || value.length !== 2 || value.some((one) => typeof one !== 'number')) return undefined
    return [`>= ${scalar(value[0]) ?? ''}`, `<= ${scalar(value[1]) ?? ''}`]
  },
  'one-of': (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => Number.isInteger(one))
      ? `toString matches /^(${value.join('|')})$/`
      : undefined,
  'has-length': (value) => (typeof value === 'number' ? `count == ${value}` : undefined),
  'is-uuid': () => 'isUuid',
}

/** The lines of `[Asserts]` for a check; undefined if Hurl would judge otherwise, or can't. */
export function assertLines(check: Check, texts: HurlTexts): string[] | undefined {
  const query = hurlQuery(check)
  const scalar = (value: unknown): string | undefined => {
    if (typeof value === 'string') {
      const only = /^\$\{([A-Za-z_][\w.-]*)\}$/.exec(value)?.[1]
      return only === undefined ? `"${texts.convert(value, 'quoted')}"` : `{{${hurlName(only)}}}`
    }
    return typeof value === 'object' && value !== null ? undefined : String(value)
  }
  const said = words[check.is]?.(check.value, scalar)
  if (query === undefined || said === undefined) return undefined
  // A variable that spells a number is one there.
  if (sourceFacts[check.source].reads === 'variables' && /^-?\d+(\.\d+)?$|\$\{/.test(String(check.value))) return undefined
  const lines = [said].flat()
  if (!check.not) return lines.map((line) => `${query} ${line}`)
  // Without a value Hurl fails whatever is denied; Assay asks it only of what is there always.
  const isAlwaysThere = always.has(check.source) || predicateFacts[check.is].asksPresence
  if (!isAlwaysThere || lines.length !== 1) return undefined
  return lines.map((line) => `${query} ${line.replace(/^(toString )?/, '$1not ')}`)
}

const always: ReadonlySet<SourceName> = new Set<SourceName>(['status', 'duration', 'text', 'size'])
