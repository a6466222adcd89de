import type { TableSource } from '#engine/data/table/schema.ts'
import type { Value } from '#engine/design/result.ts'
import type { Design, Model } from '#engine/design/schemas.ts'
import { same } from '#engine/base/deep-equal.ts'
import { isEditedRow } from './updated-rows.ts'

type Row = Record<string, Value>

/**
 * Adds rows to a design that it must keep from now on. A suite that was minimised without them is none of this model any more
 * (decisions/0016).
 */
export function addRequiredRows(design: Model, rows: readonly Row[]): void {
  if (rows.length === 0 || !('rows' in design)) return
  design.rows.push(...rows)
  if ('minimised' in design) delete design.minimised
}

/**
 * The rows of a design's table that a user edited, as rows that the design must keep: by parameter, as far as its values say
 * them. Those that it has already are omitted, and so is what a model without such rows can't keep.
 */
export function requiredRows(design: Design, table: TableSource): Row[] {
  if (design.method !== 'combinations') return []
  const parameters = design.parameters.flatMap((one) => ('values' in one ? [one] : []))
  const columns = parameters.map(({ name, values }) => ({
    name,
    column: table.columns.findIndex((column) => column === name || column === name.split('.').at(-1)),
    values: values.map((one) => (one !== null && typeof one === 'object' ? one.value : one)),
  }))
  return table.rows
    .filter((row) => isEditedRow(table, row))
    .flatMap((row): Row[] => {
      const found: Row = {}
      for (const { name, column, values } of columns) {
        const cell = column < 0 ? undefined : row[column]
        const value = values.find((one) => one === cell || JSON.stringify(one) === cell)
        if (value !== undefined) found[name] = value
      }
      return Object.keys(found).length === 0 || design.rows.some((one) => same(one, found)) ? [] : [found]
    })
}
