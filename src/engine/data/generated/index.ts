import { inField } from '#engine/steps/in-field.ts'
import { doubleNames } from '../columns.ts'
import type { SourceContext, SourceKind, SourceRow } from '../source-kind.ts'
import { templateProblems } from '../template-problems.ts'
import { texts } from '../texts.ts'
import type { GeneratedSource } from './schema.ts'

/** So few that a run which is stopped does not wait for rows that no one wants. */
const together = 20

/**
 * Rows that are made by templates. What they draw depends on the run's seed, the source and the row alone: the same seed gives the same
 * table to every loop. A template may refer to the columns before its own.
 */
export const generatedKind: SourceKind<GeneratedSource> = {
  problems: ({ columns }) => [
    ...doubleNames(columns.map(({ name }) => name)).map((index) => ({
      place: ['columns', index, 'name'],
      text: texts.doubleName(columns[index]?.name ?? ''),
    })),
    ...columns.flatMap(({ value }, index) => templateProblems(value, ['columns', index, 'value'])),
  ],
  open: async (source) => ({
    columns: source.columns.map(({ name }) => name),
    warnings: [],
    rows: (context) => rowsOf(source, context),
  }),
}

async function* rowsOf(source: GeneratedSource, context: SourceContext): AsyncGenerator<readonly SourceRow[]> {
  for (let from = 0; from < source.rows; from += together) {
    const rows: SourceRow[] = []
    for (let number = from + 1; number <= Math.min(from + together, source.rows); number++)
      rows.push({ number, cells: await cellsOf(source, number, context) })
    yield rows
  }
}

async function cellsOf(
  { id, name: source, columns }: GeneratedSource,
  row: number,
  { scopes }: SourceContext,
): Promise<unknown[]> {
  const before: Record<string, unknown> = Object.create(null)
  const cells: unknown[] = []
  for (const [index, { name, value }] of columns.entries()) {
    const cell: unknown = value.includes('${')
      ? await inField(texts.generatedCell(name, source), scopes(`${id} ${row} ${index}`, before).resolveValue(value))
      : value
    cells.push(cell)
    before[name] = cell
  }
  return cells
}
