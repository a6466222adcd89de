import { AssayError } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import { parseJson } from '#engine/extractors/parse-json.ts'
import { isNumeric } from '#engine/checks/numbers.ts'
import { textOfValue } from '#engine/templates/insert.ts'
import type { SourceRow } from './source-kind.ts'
import { dataSourceTexts as texts } from './texts.ts'

/** A column of a source, and the variable that its cells become. */
export interface Mapping {
  column: string
  variable: string
  type: 'string' | 'number' | 'boolean' | 'json'
}

/** Returns the variables of a row. AssayError `row-unusable` for a row or a cell that can't be used, with its place. */
export type MapRow = (row: SourceRow) => Record<string, unknown>

/** A source as far as a mapping needs it. */
interface Mapped {
  columns: readonly string[]
  anyColumn?: true
  warnings: readonly string[]
}

/** The problems of a mapping's columns. `index` is that of the entry. */
export function mappingProblems(
  name: string,
  { columns, anyColumn, warnings }: Mapped,
  mapping: readonly Pick<Mapping, 'column'>[],
): { index: number; message: string; hint: string }[] {
  if (anyColumn) return []
  return mapping.flatMap(({ column }, index) => {
    const at = columns.indexOf(column)
    if (at >= 0 && columns.indexOf(column, at + 1) < 0) return []
    if (at >= 0) return [{ index, message: texts.ambiguous(column, name), hint: texts.ambiguousHint }]
    const [near] = nearest(column, columns)
    const hint = [
      near === undefined ? texts.columnsAre(columns) : texts.nearest(near),
      ...warnings.map((one) => `${name}, ${one}.`),
    ]
    return [{ index, message: texts.noColumn(column, name), hint: hint.join(' ') }]
  })
}

/** How the rows of a source become variables. AssayError `data-unusable` if a column is not there, or is there twice. */
export function mapperOf(name: string, source: Mapped, mapping: readonly Mapping[]): MapRow {
  const [problem] = mappingProblems(name, source, mapping)
  if (problem) throw new AssayError('data-unusable', problem.message, { hint: problem.hint })
  const cells = mapping.map((one) => ({ ...one, index: source.columns.indexOf(one.column) }))
  return (row) => {
    const place = row.line === undefined ? texts.row(row.number) : texts.line(row.line)
    if (row.problem !== undefined) throw new AssayError('row-unusable', texts.badRow(name, place, row.problem))
    // No prototype: a variable may have any name (R6).
    const values: Record<string, unknown> = Object.create(null)
    for (const { column, variable, type, index } of cells) {
      const value = typed[type](row.cells[index])
      if (value instanceof Wrong) throw new AssayError('row-unusable', texts.badCell(name, place, column, value.why))
      values[variable] = value
    }
    return values
  }
}

/** Why a cell is not of the required type. */
class Wrong {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

const shown = (value: unknown): string => excerpt(typeof value === 'string' ? value : textOfValue(value), 100, 'quoted')

const typed: Record<Mapping['type'], (cell: unknown) => unknown> = {
  string(cell) {
    if (cell === undefined) return new Wrong(texts.noCell)
    return cell === null ? '' : textOfValue(cell)
  },
  number(cell) {
    if (isNumeric(cell)) return cell
    if (cell === undefined) return new Wrong(texts.noCell)
    return (typeof cell === 'string' ? numberIn(cell) : undefined) ?? new Wrong(texts.isNotNumber(shown(cell)))
  },
  boolean(cell) {
    if (typeof cell === 'boolean') return cell
    if (cell === undefined) return new Wrong(texts.noCell)
    const text = typeof cell === 'string' ? cell.trim().toLowerCase() : ''
    return text === 'true' ? true : text === 'false' ? false : new Wrong(texts.isNotBoolean(shown(cell)))
  },
  json(cell) {
    if (cell === undefined) return new Wrong(texts.noCell)
    if (typeof cell !== 'string') return cell
    try {
      return parseJson(cell)
    } catch {
      return new Wrong(texts.isNotJson(shown(cell)))
    }
  },
}

/**
 * The number that a string is, as JSON reads it, with a sign and zeros in front as spreadsheets write them; one that a double
 * can't hold keeps its literal.
 */
function numberIn(text: string): unknown {
  const match = /^\s*([-+]?)0*(\d*)(\.\d+)?([eE][-+]?\d+)?\s*$/.exec(text)
  if (!match || !/\d/.test(text.replace(/[eE].*$/s, ''))) return undefined
  const [, sign, whole = '', fraction = '', exponent = ''] = match
  return parseJson(`${sign === '-' ? '-' : ''}${whole || '0'}${fraction}${exponent}`)
}
