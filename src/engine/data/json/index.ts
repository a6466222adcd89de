import { textOf } from '#engine/base/errors.ts'
import { isObject, typeName } from '#engine/checks/values.ts'
import { parseJson } from '#engine/extractors/parse-json.ts'
import type { OpenedSource, SourceKind, SourceRow } from '../source-kind.ts'
import { openText, textProblems } from '../text-of-source.ts'
import { dataSourceTexts as texts } from '../texts.ts'
import { unusable } from '../unusable.ts'
import type { JsonSource } from './schema.ts'

/** Characters of a JSON text: its values are in memory together. */
const longest = 100_000_000

/** The column of an array that holds no objects. */
const onlyColumn = 'value'

/**
 * Rows as a JSON array of objects, or as objects on lines of their own (JSON Lines); their keys are the columns, in the order in which they first come. An array without any object has one
 * column, "value".
 */
export const jsonKind: SourceKind<JsonSource> = {
  problems: textProblems,
  async open(source, context): Promise<OpenedSource> {
    if (source.text.trim() === '' && source.file === '') throw unusable(source, texts.noFile, texts.noFileHint)
    const { parts } = await openText(source, context)
    let text = ''
    for await (const part of parts()) {
      text += part
      if (text.length > longest) throw unusable(source, texts.tooLarge(longest))
    }
    const elements = parsed(source, text)
    if (!elements.some(isObject)) {
      const rows = elements.map((value) => ({ [onlyColumn]: value }))
      const known = elements.length > 0 ? {} : { anyColumn: true as const }
      return { columns: [onlyColumn], ...known, warnings: [], rows: () => rowsOf(rows, [onlyColumn]) }
    }
    const columns = new Set<string>()
    for (const element of elements) if (isObject(element)) for (const key of Object.keys(element)) columns.add(key)
    const names = [...columns]
    return { columns: names, warnings: [], rows: () => rowsOf(elements, names) }
  },
}

function parsed(source: JsonSource, text: string): readonly unknown[] {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (thrown) {
    const lines = linesOf(source, text)
    if (lines !== undefined) return lines
    throw unusable(source, texts.notJson(textOf(thrown)), texts.notJsonHint)
  }
  if (!Array.isArray(value)) throw unusable(source, texts.noArray(kindOf(value)), texts.notJsonHint)
  return value
}

/** JSON Lines: a value on each line. Undefined for what does not start as such; a line that isn't JSON is named. */
function linesOf(source: JsonSource, text: string): readonly unknown[] | undefined {
  const values: unknown[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    try {
      values.push(parseJson(line))
    } catch (thrown) {
      if (!values.some(isObject)) return undefined
      throw unusable(source, texts.notJsonLine(index + 1, textOf(thrown)), texts.notJsonHint)
    }
  }
  return values
}

const kindOf = (value: unknown): string => texts.kinds[typeName(value)]

const together = 1_000

function* rowsOf(elements: readonly unknown[], columns: readonly string[]): Generator<readonly SourceRow[]> {
  for (let from = 0; from < elements.length; from += together)
    yield elements.slice(from, from + together).map((element, index): SourceRow => {
      const number = from + index + 1
      if (!isObject(element)) return { number, cells: [], problem: texts.noObject(kindOf(element)) }
      return { number, cells: columns.map((name) => (Object.hasOwn(element, name) ? element[name] : undefined)) }
    })
}
