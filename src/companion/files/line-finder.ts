import { decode } from '#engine/project/format/decode.ts'
import { readJson, type JsonPath } from '#engine/project/format/json-source.ts'
import { lineAt, lineStarts } from '#engine/project/format/lines.ts'

/** Finds the line of a place in the text of a project file. */
export function lineFinder(bytes: Uint8Array): (place: JsonPath) => number | undefined {
  const decoded = decode(bytes)
  if (!decoded.ok) return () => undefined
  const text = decoded.value
  const document = readJson(text, { positions: true })
  const starts = lineStarts(text)
  return (place) => lineAt(starts, document.offsetOf(place))
}
