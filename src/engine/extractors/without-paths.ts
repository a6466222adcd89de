import type { JsonPathQuery } from 'jsonpath-rfc9535/parser'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { stepCounter } from '#engine/base/work-limit.ts'
import { isObject } from '#engine/checks/values.ts'
import { selectorsOf, type Segment, type Selector } from './json-path-types.ts'
import { extractorTexts as texts } from './texts.ts'

type Spend = (steps: number) => void

/** Values, each with the parts of a path that are left for it, that are looked at in about 25 ms. */
const mostSteps = 200_000

/**
 * Omits what JSONPaths name: `$.id`, `$.items[*].createdAt`, `$..etag`. A member of an object goes; an item of a list becomes
 * null, so that the others keep their places. Rejects with AssayError `bad-expression` for what is no JSONPath, and for filters
 * and slices.
 */
export async function withoutPaths(paths: readonly string[]): Promise<(value: unknown) => unknown> {
  if (paths.length === 0) return (value) => value
  const { default: parse } = await import('jsonpath-rfc9535/parser')
  const all = paths.map((path) => segmentsOf(path, parse))
  return (value) => {
    const spend = stepCounter(mostSteps)
    return all.reduce((left, segments) => without(left, segments, spend), value)
  }
}

function segmentsOf(path: string, parse: (path: string) => JsonPathQuery): readonly Segment[] {
  const shown = excerpt(path, 200)
  try {
    const { segments } = parse(path)
    const selectors = segments.flatMap(({ node }) => [...selectorsOf(node)])
    const plain = selectors.every(
      ({ type }) => type === 'NameSelector' || type === 'IndexSelector' || type === 'WildcardSelector',
    )
    if (plain && segments.length > 0) return segments
  } catch (error) {
    throw new AssayError('bad-expression', texts.badPath(shown), { hint: texts.badPathHint, cause: excerpt(textOf(error), 300) })
  }
  throw new AssayError('bad-expression', texts.badIgnored(shown), { hint: texts.badIgnoredHint })
}

function without(value: unknown, [segment, ...rest]: readonly Segment[], spend: Spend): unknown {
  spend(1 + rest.length)
  if (segment === undefined || (!Array.isArray(value) && !isObject(value))) return value
  const selectors = selectorsOf(segment.node)
  const deep = segment.type === 'DescendantSegment'
  const inner = (child: unknown, selected: boolean): unknown => {
    const kept = deep ? without(child, [segment, ...rest], spend) : child
    return selected ? without(kept, rest, spend) : kept
  }
  if (Array.isArray(value))
    return value.map((item: unknown, index) => {
      const selected = selectors.some((selector) => selectsItem(selector, index, value.length))
      return selected && rest.length === 0 ? null : inner(item, selected)
    })
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const selected = selectors.some((selector) => selectsMember(selector, key))
      return selected && rest.length === 0 ? [] : [[key, inner(item, selected)]]
    }),
  )
}

const selectsMember = (selector: Selector, key: string): boolean =>
  selector.type === 'WildcardSelector' || (selector.type === 'NameSelector' && selector.value === key)

const selectsItem = (selector: Selector, index: number, length: number): boolean =>
  selector.type === 'WildcardSelector' ||
  (selector.type === 'IndexSelector' && (selector.value < 0 ? length + selector.value : selector.value) === index)
