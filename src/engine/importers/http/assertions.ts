import type { Check } from '#engine/steps/assertion/schema.ts'
import { check, type Source } from '../scripts/values.ts'

const predicates: Readonly<Record<string, Check['is']>> = {
  '==': 'equals',
  '===': 'equals',
  '!=': 'equals',
  '!==': 'equals',
  '>': 'greater-than',
  '>=': 'at-least',
  '<': 'less-than',
  '<=': 'at-most',
  startsWith: 'starts-with',
  endsWith: 'ends-with',
  includes: 'contains',
  contains: 'contains',
  matches: 'matches',
  exists: 'exists',
}

/** A line of httpyac that checks the response (`?? status == 200`), without its marks; undefined if it has no counterpart. */
export function httpyacCheck(line: string, convert: (text: string) => string): Check | undefined {
  const [, subject = '', header = '', operator = '', value = ''] =
    /^(status|duration|body|header\s+([\w-]+))\s+(\S+)\s*(.*)$/.exec(line.trim()) ?? []
  const is = Object.hasOwn(predicates, operator) ? predicates[operator] : undefined
  if (is === undefined) return undefined
  const source: Source =
    subject === 'body' ? { source: 'text' } : header === '' ? { source: subject as 'status' } : { source: 'header', name: header }
  const isNumber = header === '' && subject !== 'body' && Number.isFinite(Number(value)) && value !== ''
  const expected = operator === 'exists' ? undefined : isNumber ? Number(value) : convert(value)
  return check(source, is, expected, operator.startsWith('!'))
}
