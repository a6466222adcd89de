import { predicateFacts, type PredicateName } from './facts.ts'
import { isNumeric, literalOf } from './numbers.ts'
import { typeName } from './values.ts'

const longestString = 1_900
const longestStructure = 200
const longestNumber = 200
/** What is described beyond the part that is shown, for a secret that is a structure itself. */
const beyond = 20_000

/** The start of a string, at most so long; where secrets are known they are masked before. */
type Begin = (text: string, length: number) => string

/** Cuts a string, not through a surrogate pair. */
function cutAt(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.length > length ? text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length) : text
}

/** Compact JSON of a value, its parts masked, in about the time that `limit` characters take: it stops when it has more. */
function compactJson(value: unknown, begin: Begin, limit: number): string {
  let out = ''
  const write = (part: unknown): void => {
    if (out.length > limit) return
    if (typeof part === 'string') out += JSON.stringify(begin(part, limit + 1))
    else if (isNumeric(part)) out += begin(literalOf(part), limit + 1)
    else if (Array.isArray(part)) writeItems('[', ']', part, write)
    else if (typeof part === 'object' && part !== null)
      writeItems('{', '}', Object.entries(part), ([key, item]) => {
        out += `${JSON.stringify(begin(key, limit + 1))}:`
        write(item)
      })
    else out += String(part ?? null)
  }
  const writeItems = <T>(open: string, close: string, items: readonly T[], writeItem: (item: T) => void): void => {
    out += open
    for (const [index, item] of items.entries()) {
      if (out.length > limit) return
      if (index > 0) out += ','
      writeItem(item)
    }
    out += close
  }
  write(value)
  return out
}

function describeString(value: string, begin: Begin, length = value.length): string {
  const shown = begin(value, longestString + 2)
  if (shown.length <= longestString && length === value.length) return `string ${JSON.stringify(shown)}`
  return `string ${JSON.stringify(cutAt(shown, longestString))}… (${length} characters)`
}

function describeNumber(literal: string, begin: Begin): string {
  const shown = begin(literal, longestNumber + 2)
  return shown.length <= longestNumber
    ? `number ${shown}`
    : `number ${cutAt(shown, longestNumber)}… (${literal.length} characters)`
}

function describeStructure(value: object, begin: Begin, count?: number): string {
  const type = typeName(value)
  const text = begin(compactJson(value, begin, longestStructure + beyond), longestStructure + 2)
  if (text.length <= longestStructure && count === undefined) return `${type} ${text}`
  const size = Array.isArray(value) ? `${count ?? value.length} items` : `${count ?? Object.keys(value).length} keys`
  return `${type} ${cutAt(text, longestStructure)}… (${size})`
}

/**
 * A value with its type, as users read it: `string "pending"`, `number 22`, `object {"id":1}`, `nothing`. Long ones are cut;
 * `begin` masks secrets before it cuts. `size`: characters, items or keys of the whole, where `value` is its start.
 */
export function describeValue(value: unknown, begin: Begin = cutAt, size?: number): string {
  if (typeof value === 'string') return describeString(value, begin, size)
  if (isNumeric(value)) return describeNumber(literalOf(value), begin)
  if (typeof value === 'boolean') return `boolean ${value}`
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  return describeStructure(value, begin, size)
}

function describeExpected(is: PredicateName, value: unknown, begin: Begin): string {
  const { expects } = predicateFacts[is]
  const listed = (between: string, items: readonly unknown[]): string =>
    items.map((item) => describeValue(item, begin)).join(between)
  if (expects === 'two' && Array.isArray(value)) return listed(' and ', value)
  if (expects === 'list' && Array.isArray(value) && value.length > 0) return listed(', ', value)
  if (expects === 'type' && typeof value === 'string') return begin(value, longestString)
  if (expects === 'pattern' && typeof value === 'string') return `/${begin(value, longestString)}/`
  return describeValue(value, begin)
}

/** A rule with its expected value and type: `equals string "open"`, `not exists`, `between number 1 and number 5`. */
export function describeRule(rule: { is: PredicateName; not?: boolean; value?: unknown }, begin: Begin = cutAt): string {
  const negated = rule.not ? 'not ' : ''
  if (rule.value === undefined) return `${negated}${rule.is}`
  return `${negated}${rule.is} ${describeExpected(rule.is, rule.value, begin)}`
}
