import { pathSegment } from '#engine/extractors/path-segment.ts'
import { stringEnd } from './format-json.ts'

/** What kind of JSON value it is. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** A value of a JSON text, and how a test finds it again. */
export interface ValueAt {
  /** A JSONPath (RFC 9535) that names this one place. */
  path: string
  kind: JsonKind
  /** As it is written. */
  text: string
}

const SCALAR = /[^\s,\]}]+/y

const kindOf = (first: string | undefined): JsonKind => {
  const kinds: Record<string, JsonKind> = { '{': 'object', '[': 'array', '"': 'string', t: 'boolean', f: 'boolean', n: 'null' }
  return kinds[first ?? ''] ?? 'number'
}

const readKey = (text: string): string => {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}

/**
 * The value that is in the line of `offset`, in a text as `formatJson` writes it: one value or one end of an object or array to
 * a line. Linear in the text before it, and nothing of it is parsed into values: a line of 30 MB is found in a moment.
 */
export function valueAt(text: string, offset: number): ValueAt | undefined {
  const lineStart = offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const found = text.indexOf('\n', lineStart)
  const lineEnd = found < 0 ? text.length : found
  /** What encloses the place: the start of it, and the key or index that is next in it. */
  const stack: { start: number; isObject: boolean; key: string | number }[] = []
  const path = () => `$${stack.map(({ key }) => pathSegment(key)).join('')}`
  /** The object or array that was requested: its end is looked for. */
  let wanted: { depth: number; start: number; path: string } | undefined
  let expectsKey = false
  for (let at = 0; at < text.length;) {
    const char = text[at]
    const inside = stack.at(-1)
    if (char === ' ' || char === '\n' || char === '\r' || char === '\t' || char === ':') at++
    else if (char === ',') {
      if (inside && !inside.isObject) inside.key = Number(inside.key) + 1
      expectsKey = inside?.isObject ?? false
      at++
    } else if (char === '}' || char === ']') {
      const closed = stack.pop()
      at++
      if (!closed) return undefined
      const isWanted = wanted ? stack.length === wanted.depth : at > lineStart
      if (isWanted) return { path: wanted?.path ?? path(), kind: kindOf(text[closed.start]), text: text.slice(closed.start, at) }
      expectsKey = false
    } else if (char === '"' && expectsKey && inside) {
      const end = stringEnd(text, at)
      if (end < 0) return undefined
      inside.key = readKey(text.slice(at, end))
      expectsKey = false
      at = end
    } else if (char === '{' || char === '[') {
      if (!wanted && at >= lineStart && at < lineEnd) wanted = { depth: stack.length, start: at, path: path() }
      stack.push({ start: at, isObject: char === '{', key: char === '{' ? '' : 0 })
      expectsKey = char === '{'
      at++
    } else {
      SCALAR.lastIndex = at
      const end = char === '"' ? stringEnd(text, at) : SCALAR.test(text) ? SCALAR.lastIndex : -1
      if (end < 0) return undefined
      if (!wanted && end > lineStart) return { path: path(), kind: kindOf(char), text: text.slice(at, end) }
      at = end
    }
  }
  return undefined
}
