import { pathSegment } from '#engine/extractors/path-segment.ts'

/** More are not offered: no one reads them. */
const MOST = 400

/** The paths of a document's values (RFC 9535), outer ones first; of a list those of its first entry. */
export function pathsIn(document: unknown): string[] {
  const paths: string[] = []
  let level: { path: string; value: unknown }[] = [{ path: '$', value: document }]
  while (level.length > 0 && paths.length < MOST) {
    const inner: typeof level = []
    for (const { path, value } of level) {
      if (!isContainer(value)) continue
      const entries: [string | number, unknown][] = Array.isArray(value)
        ? value.slice(0, 1).map((one) => [0, one])
        : Object.entries(value)
      for (const [key, one] of entries) inner.push({ path: path + pathSegment(key), value: one })
    }
    paths.push(...inner.map(({ path }) => path))
    level = inner
  }
  return paths.slice(0, MOST)
}

/** A number that a double can't hold is an object too, but no place that has others inside. */
const isContainer = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
