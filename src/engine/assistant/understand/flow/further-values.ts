import { statusIn } from '../expectations.ts'
import type { Token } from '../reading.ts'
import { isOutside } from './attach.ts'
import type { Action } from './action.ts'

/** "With limit 0, 1, 10 and 31": a request for each value. */
export function withFurtherValues(made: Action, tokens: readonly Token[]): Action[] {
  // "Without title, author and genre should each be rejected".
  if (made.omit.length > 1 && tokens.some(({ concepts, plain }) => concepts.has('each') || plain === 'respectively')) {
    const [here = [], ...others] = made.omit.map((name) => [name])
    made.omit = here
    return others.map((omit) => ({ ...made, omit, fields: new Map(made.fields), checks: [...made.checks] }))
  }
  const lengths = lengthsIn(made, tokens)
  if (lengths.length > 0) return lengths
  const taken = new Set<unknown>(made.fields.values())
  for (const [name, value] of made.fields) {
    const first = tokens.findIndex((token) => token.kind === 'number' && token.value === value)
    if (first < 0) continue
    const further: Action[] = []
    const named = made.operation?.fields.find((field) => field.name === name)?.words ?? []
    for (const token of tokens.slice(first + 1)) {
      // "Price 0 and price -1".
      if (token.kind === 'word' && (token.plain === name.toLowerCase() || token.stems.some((stem) => named.includes(stem))))
        continue
      if (token.concepts.has('or') && token.value === undefined) continue
      if (token.kind !== 'number' || token.value === undefined || token.concepts.size > 0 || taken.has(token.value)) break
      further.push({ ...made, fields: new Map(made.fields).set(name, token.value), checks: [...made.checks] })
    }
    if (further.length > 0 && statusIn(tokens) === undefined) return further
  }
  return []
}

/** "A password of 7, 8, 100 and 101 characters": a request for each length, of which those are refused that the field does not allow. */
function lengthsIn(made: Action, tokens: readonly Token[]): Action[] {
  const last = tokens.findIndex(({ concepts }) => concepts.has('character')) - 1
  const length = tokens[last]?.value
  const [name] =
    [...made.fields].find(([, value]) => typeof value === 'string' && /^a+$/.test(value) && value.length === length) ?? []
  if (last < 1 || name === undefined) return []
  const first = tokens.slice(0, last).findLastIndex(({ kind, concepts }) => kind !== 'number' && !concepts.has('or')) + 1
  const row = tokens
    .slice(first, last + 1)
    .flatMap(({ kind, value }) => (kind === 'number' && value !== undefined ? [value] : []))
  if (row.length < 2 || row.some((value) => value < 0 || value > 10_000 || !Number.isInteger(value))) return []
  const { status: _status, ...rest } = made
  const [here, ...others] = row.map((value): Action => {
    const one = {
      ...rest,
      refused: false,
      fields: new Map(made.fields).set(name, 'a'.repeat(value)),
      checks: [...made.checks],
      used: [...made.used, ...tokens.slice(first, last + 1)],
    }
    return { ...one, refused: isOutside(one) }
  })
  Object.assign(made, here)
  if (made.status !== undefined && statusIn(tokens) === undefined) delete made.status
  return others
}

const begins = /^(?:start|from|since|begin|check[-_ ]?in|min|lower|opens?)|_from$|_start$/i
const ends = /^(?:end|to|until|till|check[-_ ]?out|max|upper|closes?)|_to$|_end$/i

/** "Start after end", "end before start": the ends of a range the wrong way round; the words that say so. */
export function crossing(tokens: readonly Token[]): Token[] {
  for (const [at, token] of tokens.entries()) {
    const after = token.concepts.has('after') || token.concepts.has('greater') || /^(?:later|after|bigger)$/.test(token.plain)
    const before = token.concepts.has('before') || token.concepts.has('less') || /^(?:earlier|before|smaller)$/.test(token.plain)
    if (!after && !before) continue
    const [left, right] = after ? [begins, ends] : [ends, begins]
    // "Check-in" is a check to others.
    const fits = (pattern: RegExp) => (token: Token, place: number, some: readonly Token[]) =>
      pattern.test(token.plain === 'check' ? `check-${some[place + 1]?.plain ?? ''}` : token.text) && token.text.length > 2
    const one = tokens.slice(Math.max(0, at - 3), at).findLast(fits(left))
    const other = tokens.slice(at + 1, at + 5).find(fits(right))
    if (one && other) return tokens.slice(tokens.indexOf(one), tokens.indexOf(other) + 1)
  }
  return []
}

/** Sends the ends of a range the wrong way round; false where the request has no range. */
export function cross(action: Action, used: readonly Token[]): boolean {
  const open = (action.operation?.fields ?? []).filter(({ in: place }) => place !== 'path' && place !== 'header')
  const [first, last] = [begins, ends].map((pattern) => open.find(({ name }) => pattern.test(name)))
  if (!first || !last) return false
  const [from, to] = [action.fields.get(first.name), action.fields.get(last.name)]
  const isNumber = first.type === 'integer' || first.type === 'number'
  const isMoment = /time|_at$/i.test(first.name)
  const plain = isNumber ? [1, 2] : isMoment ? ['2030-01-01T10:00:00Z', '2030-01-02T10:00:00Z'] : ['2030-01-01', '2030-01-02']
  action.fields.set(first.name, to ?? plain[1] ?? null)
  action.fields.set(last.name, from ?? plain[0] ?? null)
  action.used.push(...used)
  return true
}
