import { basename, dirname, extname, resolve } from 'node:path'
import { AssayError } from '#engine/base/errors.ts'
import { openSource } from '#engine/data/index.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { createNodeFiles } from '#platform/node/files.ts'
import { UsageError } from '../host.ts'
import { programTexts as texts } from '../texts.ts'
import type { RunPass } from './run-parts.ts'

/** The rows of `--data`: CSV, or a JSON array of objects. Values of JSON keep their types. UsageError for one that can't be used. */
export async function readDataRows(path: string): Promise<NonNullable<RunPass['row']>[]> {
  const kind = extname(path).toLowerCase() === '.json' ? 'json' : 'csv'
  const context = {
    files: createNodeFiles(dirname(resolve(path))),
    scopes: (): never => {
      throw new AssayError('internal', 'Rows of a file have no scopes.')
    },
    query: (): never => {
      throw new AssayError('internal', 'Rows of a file have no database.')
    },
  }
  try {
    const source = await openSource({ id: 'data', name: path, description: '', kind, text: '', file: basename(path) }, context)
    for (const column of source.columns) if (!isVariableName(column)) throw new UsageError(texts.badColumn(path, column), null)
    const rows: NonNullable<RunPass['row']>[] = []
    for await (const some of source.rows(context))
      for (const { number, cells, problem } of some) {
        if (problem !== undefined) throw new UsageError(texts.badRow(path, number, problem), null)
        const entries = source.columns.map((column, index) => [column, cells[index]] as const)
        rows.push({ number, values: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) })
      }
    if (rows.length === 0) throw new UsageError(texts.noRows(path), null)
    return rows
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    throw new UsageError([texts.refused(path, error.message), error.hint].filter(Boolean).join(' '), null)
  }
}
