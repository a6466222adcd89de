import type { RuntimeFunction } from './function.ts'

/** JSONPath (RFC 9535) without its grammar. */
export const jsonPathFunctions = {
  isObject: {
    text: String.raw`const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)`,
  },
  jsonAt: {
    needs: ['documentOf', 'nodesAt'],
    text: String.raw`/** The result of a JSONPath in the body: undefined, the single value, or a list of values. */
function jsonAt(answer, ...segments) {
  const document = documentOf(answer)
  const found = document === undefined ? [] : nodesAt(document, segments)
  return found.length > 1 ? found : found[0]
}`,
  },
  nodesAt: {
    needs: ['isObject'],
    text: String.raw`/** Segments are names, indexes, and functions that select several values. */
const nodesAt = (start, segments, root = start) =>
  segments.reduce((nodes, segment) => nodes.flatMap((node) => select(node, segment, root)), [start])

function select(value, selector, root) {
  if (typeof selector === 'string') return isObject(value) && Object.hasOwn(value, selector) ? [value[selector]] : []
  if (typeof selector === 'function') return selector(value, root)
  const index = Array.isArray(value) && selector < 0 ? value.length + selector : selector
  return Array.isArray(value) && index >= 0 && index < value.length ? [value[index]] : []
}`,
  },
  children: {
    needs: ['isObject'],
    text: String.raw`/** [*] */
const children = (value) => (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [])`,
  },
  each: {
    needs: ['nodesAt'],
    text: String.raw`/** ['a', 'b'] */
const each =
  (...selectors) =>
  (value, root) =>
    selectors.flatMap((selector) => select(value, selector, root))`,
  },
  deep: {
    needs: ['each', 'children'],
    text: String.raw`/** ..name */
const deep = (...selectors) =>
  function walk(value, root) {
    return [...each(...selectors)(value, root), ...children(value).flatMap((child) => walk(child, root))]
  }`,
  },
  where: {
    needs: ['children'],
    text: String.raw`/** [?@.price < 10] */
const where = (holds) => (value, root) => children(value).filter((child) => holds(child, root))`,
  },
  onlyOf: { text: String.raw`const onlyOf = (nodes) => (nodes.length === 1 ? nodes[0] : undefined)` },
  slice: {
    text: String.raw`/** [1:5:2] */
const slice =
  (start, end, step = 1) =>
  (list) => {
    if (!Array.isArray(list) || step === 0) return []
    const { length } = list
    const within = (index, low, high) => Math.min(Math.max(index >= 0 ? index : length + index, low), high)
    const found = []
    if (step > 0) {
      const upper = within(end ?? length, 0, length)
      for (let index = within(start ?? 0, 0, length); index < upper; index += step) found.push(list[index])
    } else {
      const lower = within(end ?? -length - 1, -1, length - 1)
      for (let index = within(start ?? length - 1, -1, length - 1); index > lower; index += step) found.push(list[index])
    }
    return found
  }`,
  },
  iRegexp: {
    text: String.raw`/** match() and search() of filters: a text, an I-Regexp (RFC 9485), and whether it is for the whole text. */
function iRegexp(value, pattern, whole) {
  if (typeof value !== 'string' || typeof pattern !== 'string') return false
  const source = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (part) => (part === '.' ? '[^\\n\\r]' : part))
  try {
    return new RegExp(whole ? '^(?:' + source + ')$' : source, 'u').test(value)
  } catch {
    return false
  }
}`,
  },
} as const satisfies Record<string, RuntimeFunction>
