import type { Value } from '../result.ts'
import { constraintsIn } from './pict.ts'
import { checkPict } from './check-pict.ts'
import { inBrackets, inQuotes } from './quoted.ts'

/** What can stand at a place of a model in PICT's text. */
export interface PictCompletion {
  label: string
  kind: 'name' | 'value' | 'word'
  /** What takes the place of the text from `from` on. */
  insert: string
  from: number
}

const words = {
  begin: ['IF', 'NOT'],
  relation: ['=', '<>', '<', '<=', '>', '>=', 'IN', 'LIKE', 'NOT IN', 'NOT LIKE'],
  after: ['AND', 'OR', 'THEN', 'ELSE'],
}

/** What can stand at an offset: in constraints parameters, values of the one that is compared, and words; elsewhere nothing. */
export function completePict(text: string, offset: number): PictCompletion[] {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const line = text.slice(lineStart, offset)
  // What is typed may not be readable yet: the lines above are what is known.
  const { design } = checkPict(text.slice(0, lineStart))
  const before = constraintBefore(text, offset) ?? (/^\s*(?:i(?:f\b.*)?|\[.*|\(.*|not\b.*)$/i.test(line) ? line : undefined)
  if (before === undefined || design === undefined) return []
  const parameters = design.parameters
  const bracket = /\[([^\]]*)$/.exec(before)
  if (bracket)
    return parameters.map(({ name }) => ({
      label: name,
      kind: 'name',
      insert: inBrackets(name),
      from: offset - (bracket[1]?.length ?? 0) - 1,
    }))
  const compared = /\[([^\]]+)\]\s*(?:<>|<=|>=|=|<|>|(?:NOT\s+)?LIKE\s|(?:NOT\s+)?IN\s*\{(?:[^}]*,)?)\s*("?[^"[\]{},]*)$/i.exec(
    before,
  )
  if (compared) {
    const typed = compared[2] ?? ''
    const of = parameters.find(({ name }) => name.toLowerCase() === compared[1]?.trim().toLowerCase())
    return (of?.values ?? []).map((one) => {
      const value: Value = one !== null && typeof one === 'object' ? one.value : one
      const insert = typeof value === 'number' ? String(value) : inQuotes(String(value))
      return { label: String(value), kind: 'value', insert, from: offset - typed.length }
    })
  }
  const typed = /[A-Za-z]*$/.exec(before)?.[0] ?? ''
  const from = offset - typed.length
  const stem = before.slice(0, before.length - typed.length).trimEnd()
  const asWord = (insert: string): PictCompletion => ({ label: insert, kind: 'word', insert, from })
  if (stem === '' || /\b(?:if|then|else|and|or|not)$|\($/i.test(stem))
    return [
      ...(stem === '' ? words.begin : ['NOT']).map(asWord),
      ...parameters.map(({ name }): PictCompletion => ({ label: name, kind: 'name', insert: inBrackets(name), from })),
    ]
  if (stem.endsWith(']') && !/(?:=|<|>|in|like)\s*\[[^\]]*\]$/i.test(stem)) return words.relation.map(asWord)
  return words.after.map(asWord)
}

/** The constraint that an offset is in, as far as the offset. */
function constraintBefore(text: string, offset: number): string | undefined {
  const inside = constraintsIn(text.slice(0, offset)).at(-1)
  return inside === undefined || text.slice(inside.from, offset).trimEnd().endsWith(';')
    ? undefined
    : text.slice(inside.from, offset)
}
