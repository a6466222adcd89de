import { asTable } from '#engine/data/as-table.ts'
import { newSource } from '#engine/data/new-source.ts'
import type { TableSource } from '#engine/data/table/schema.ts'
import { newId } from '../new-id.ts'

/** A table of the rows of a CSV file, or of a JSON array, with its encoding found by looking, called as the file. Throws what is wrong with it. */
export const rowsOfFile = (file: File): Promise<TableSource> => {
  const source = newSource(/\.json$/i.test(file.name) ? 'json' : 'csv', newId(), file.name.replace(/\.[^.]+$/, ''))
  return asTable('file' in source ? { ...source, file: file.name } : source, file)
}
