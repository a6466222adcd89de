import { isObject, parseJsonObject } from '#engine/base/encoding/json-value.ts'

type Members = Readonly<Record<string, unknown>>

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** What names a member in an answer: the part of the path that it fills, or `id`. */
function memberIn(of: Members, own: string): string | undefined {
  const names = Object.keys(of).filter((name) => typeof of[name] === 'string' || typeof of[name] === 'number')
  return [own, 'id'].flatMap((wanted) => names.filter((name) => plain(name) === plain(wanted)))[0]
}

const step = (name: string): string => `['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`
const written = (...names: string[]): string =>
  `$${names.map((name) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : step(name))).join('')}`

/**
 * Where the answer that creates something names its id (a JSON path), as its documented example has it: at the top, or in what
 * wraps it (`data`). `own`: the part of the path that the name fills.
 */
export function createdIdPath(example: string, own: string): string {
  const answer = parseJsonObject(example)
  if (answer === undefined) return '$.id'
  const top = memberIn(answer, own)
  if (top !== undefined) return written(top)
  for (const [name, inner] of Object.entries(answer)) {
    const found = isObject(inner) ? memberIn(inner, own) : undefined
    if (found !== undefined) return written(name, found)
  }
  return '$.id'
}
