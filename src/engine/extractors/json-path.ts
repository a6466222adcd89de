import { AssayError, textOf } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { isObject } from '#engine/checks/values.ts'
import { regexFor } from '#engine/checks/regex.ts'
import { checkPath } from './json-path-check.ts'
import { evaluate } from './json-path-evaluate.ts'
import { extractorTexts as texts } from './texts.ts'

/** A compiled JSONPath: returns the matching values of a document, in document order. Throws AssayError `deadline`. */
export type JsonPath = (document: unknown) => unknown[]

const longestPath = 5_000
const deepestPath = 30
const cacheSize = 1_000
const cache = new Map<string, JsonPath>()

/** The compiled form of a path, at once for simple and known ones. Throws or rejects with AssayError `bad-expression`. */
export function compiledPath(path: string): JsonPath | Promise<JsonPath> {
  const known = cache.get(path)
  if (known) return known
  const keys = simpleKeys(path)
  return keys ? remember(path, (document) => follow(document, keys)) : compile(path)
}

function remember(path: string, compiled: JsonPath): JsonPath {
  if (cache.size >= cacheSize) cache.clear()
  cache.set(path, compiled)
  return compiled
}

/** The keys of a path that names one place: `$.items[0].id`; undefined for all others, which the grammar parses. */
function simpleKeys(path: string): (string | number)[] | undefined {
  if (!/^\$(?:\.[A-Za-z_]\w*|\[(?:0|[1-9]\d{0,8})\])*$/.test(path)) return undefined
  return [...path.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))
}

function follow(document: unknown, keys: (string | number)[]): unknown[] {
  let value = document
  for (const key of keys) {
    const fits = typeof key === 'number' ? Array.isArray(value) : isObject(value)
    if (!fits || !Object.hasOwn(value as object, key)) return []
    value = (value as Record<string | number, unknown>)[key]
  }
  return [value]
}

async function compile(path: string): Promise<JsonPath> {
  if (path.length > longestPath || depthOf(path) > deepestPath)
    throw new AssayError('bad-expression', texts.pathTooLong(short(path)), {
      hint: texts.pathTooLongHint(longestPath, deepestPath),
    })
  const { default: parse } = await import('jsonpath-rfc9535/parser')
  try {
    const query = parse(path)
    // Filters may call match() and search(): their engine must be there before the path runs.
    if (checkPath(query).usesRegex) await regexFor('')
    return remember(path, (document) => evaluate(query, document, short(path)))
  } catch (error) {
    throw new AssayError('bad-expression', texts.badPath(short(path)), {
      hint: texts.badPathHint,
      cause: excerpt(textOf(error), 300),
    })
  }
}

function depthOf(path: string): number {
  let [depth, deepest] = [0, 0]
  for (const character of path) {
    if (character === '[' || character === '(') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === ')') depth--
  }
  return deepest
}

const short = (path: string): string => excerpt(path, 200)
