import { predicateFacts, type PredicateName } from './facts.ts'
import { isNumeric, literalOf } from './numbers.ts'
import { typeName } from './values.ts'

const longestString = 1_900
const longestStructure = 200
/** What is masked beyond the part that is shown, so that a secret at the border is not shown by half. */
const maskedBeyond = 20_000

const unmasked = (text: string): string => text

/** Cuts a text, not through a surrogate pair. */
function cutAt(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}

/** Compact JSON of a value, in about the time that `limit` characters take: it stops when it has more. */
function compactJson(value: unknown, limit = Infinity): string {
  let out = ''
  const write = (part: unknown): void => {
    if (out.length > limit) return
    if (typeof part === 'string') out += JSON.stringify(part.length > limit ? part.slice(0, limit + 1) : part)
    else if (isNumeric(part)) out += literalOf(part)
    else if (Array.isArray(part)) writeItems('[', ']', part, write)
    else if (typeof part === 'object' && part !== null)
      writeItems('{', '}', Object.entries(part), ([key, item]) => {
        out += `${JSON.stringify(key)}:`
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

function describeString(value: string, mask: (text: string) => string): string {
  if (value.length <= longestString) {
    const masked = mask(value)
    if (masked.length <= longestString) return `string ${JSON.stringify(masked)}`
  }
  const masked = mask(value.slice(0, longestString + maskedBeyond))
  return `string ${JSON.stringify(cutAt(masked, longestString))}… (${value.length} characters)`
}

function describeStructure(value: object, mask: (text: string) => string): string {
  const type = typeName(value)
  const text = mask(compactJson(value, longestStructure + maskedBeyond))
  if (text.length <= longestStructure) return `${type} ${text}`
  const size = Array.isArray(value) ? `${value.length} items` : `${Object.keys(value).length} keys`
  return `${type} ${cutAt(text, longestStructure)}… (${size})`
}

/**
 * A value with its type, as people read it: `string "pending"`, `number 22`, `object {"id":1}`, `nothing`. Long ones are
 * cut; `mask` hides secrets, before cutting.
 */
export function describeValue(value: unknown, mask: (text: string) => string = unmasked): string {
  if (typeof value === 'string') return describeString(value, mask)
  if (isNumeric(value)) return `number ${literalOf(value)}`
  if (typeof value === 'boolean') return `boolean ${value}`
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  return describeStructure(value, mask)
}

function describeExpected(is: PredicateName, value: unknown, mask: (text: string) => string): string {
  const { expects } = predicateFacts[is]
  const listed = (between: string, items: readonly unknown[]): string =>
    items.map((item) => describeValue(item, mask)).join(between)
  if (expects === 'two' && Array.isArray(value)) return listed(' and ', value)
  if (expects === 'list' && Array.isArray(value) && value.length > 0) return listed(', ', value)
  if (expects === 'type' && typeof value === 'string') return value
  if (expects === 'pattern' && typeof value === 'string') return `/${mask(value)}/`
  return describeValue(value, mask)
}

/** A rule with its expected value and type: `equals string "open"`, `not exists`, `between number 1 and number 5`. */
export function describeRule(
  rule: { is: PredicateName; not?: boolean; value?: unknown },
  mask: (text: string) => string = unmasked,
): string {
  const negated = rule.not ? 'not ' : ''
  if (rule.value === undefined) return `${negated}${rule.is}`
  return `${negated}${rule.is} ${describeExpected(rule.is, rule.value, mask)}`
}
