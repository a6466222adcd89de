import type { Check } from '#engine/steps/assertion/schema.ts'
import type { Draft } from '../draft.ts'
import type { Convert } from '../variables/moustache.ts'
import { textAt, type Plain } from '../json-access.ts'
import { check, jsonPathBelow, jsonSource, type Source } from '../scripts/values.ts'
import { importerTexts as texts } from '../texts.ts'

/** What the tests of a request check and keep. */
interface Tests {
  checks: Check[]
  keeps: { to: string; source: Source }[]
}

/** Reads tests, which are rows of a table there: what is looked at, how it is compared, and with what. */
export function readTests(tests: readonly Plain[], where: string, draft: Draft, convert: Convert): Tests {
  const found: Tests = { checks: [], keeps: [] }
  for (const test of tests) {
    const type = textAt(test, 'type')
    if (test['isDisabled'] === true) continue
    if (type === 'set-env-var') {
      const to = /\{\{\s*([^{}]+?)\s*\}\}/.exec(textAt(test, 'value'))?.[1]
      const source = sourceOf(textAt(test, 'custom'))
      if (to !== undefined && source !== undefined) found.keeps.push({ to: draft.variableName(to), source })
      else draft.leaveOut(where, texts.otherAssertion(type))
      continue
    }
    const made = checkOf(test, type, (text) => convert(text, where))
    if (made) found.checks.push(made)
    else draft.leaveOut(where, texts.otherAssertion([type, textAt(test, 'action')].filter(Boolean).join(' ')))
  }
  return found
}

/** `json.data[0].id`, `header.location`, `cookie.sid`, `text`, `status`. */
function sourceOf(expression: string): Source | undefined {
  const [, word = '', rest = ''] = /^([A-Za-z]+)(?:\.?(.*))$/s.exec(expression.trim()) ?? []
  if (word === 'text' || word === 'body') return { source: 'text' }
  if (word === 'header') return rest === '' ? undefined : { source: 'header', name: rest }
  if (word === 'cookie') return rest === '' ? undefined : { source: 'cookie', name: rest }
  if (word !== 'json') return undefined
  const path = rest === '' ? '$' : jsonPathBelow('$', rest)
  return path === undefined ? undefined : jsonSource(path)
}

/** What a test looks at; `isText`: it is compared as it is written. */
interface Subject {
  source: Source
  isText: boolean
}

const whole = (source: Source['source']): Subject => ({ source: { source }, isText: false })
const header = (name: string): Subject => ({ source: { source: 'header', name }, isText: true })

function subjectOf(test: Plain, type: string): Subject | undefined {
  const custom = textAt(test, 'custom')
  switch (type) {
    case 'res-code':
    case 'res-status':
      return whole('status')
    case 'res-time':
      return whole('duration')
    case 'res-body':
      return { ...whole('text'), isText: true }
    case 'Content-Type':
    case 'Content-Length':
    case 'Content-Encoding':
      return header(type)
    case 'header':
      return custom === '' ? undefined : header(custom)
    case 'json-query': {
      const source = sourceOf(custom)
      return source && { source, isText: false }
    }
    default:
      return undefined
  }
}

/** Thunder Client's words, with what is next to them; a word with `not` before it is the opposite. */
const comparisons: Readonly<Record<string, { is: Check['is']; takes: 'value' | 'text' | 'pattern' | 'null' | 'none' }>> = {
  equal: { is: 'equals', takes: 'value' },
  contains: { is: 'contains', takes: 'text' },
  contain: { is: 'contains', takes: 'text' },
  '<': { is: 'less-than', takes: 'value' },
  '<=': { is: 'at-most', takes: 'value' },
  '>': { is: 'greater-than', takes: 'value' },
  '>=': { is: 'at-least', takes: 'value' },
  regex: { is: 'matches', takes: 'pattern' },
  count: { is: 'has-length', takes: 'value' },
  isjson: { is: 'is-json', takes: 'none' },
  isnull: { is: 'equals', takes: 'null' },
}

const typeWords = new Set('string number boolean array object null'.split(' '))

function checkOf(test: Plain, type: string, convert: (text: string) => string): Check | undefined {
  const subject = subjectOf(test, type)
  const action = textAt(test, 'action').toLowerCase()
  const value = textAt(test, 'value')
  if (subject === undefined) return undefined
  const { source, isText } = subject
  if (action === 'istype') return typeWords.has(value.toLowerCase()) ? check(source, 'is-type', value.toLowerCase()) : undefined
  const not = action.startsWith('not')
  const word = not ? action.slice(3) : action
  const found = Object.hasOwn(comparisons, word) ? comparisons[word] : undefined
  if (found === undefined) return undefined
  const { is, takes } = found
  if (takes === 'none') return check(source, is, undefined, not)
  const wanted = {
    pattern: () => value,
    null: () => null,
    text: () => convert(value),
    value: () => valueOf(value, isText, convert),
  }
  return { ...check(source, is, undefined, not), value: wanted[takes]() } as Check
}

/** Everything but a string is what its JSON says. */
function valueOf(text: string, isText: boolean, convert: (text: string) => string): unknown {
  if (!isText && /^\s*(-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null)\s*$/.test(text)) return JSON.parse(text)
  return convert(text)
}
