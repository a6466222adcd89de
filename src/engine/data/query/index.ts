import { templateProblems } from '../template-problems.ts'
import type { SourceKind, SourceRow } from '../source-kind.ts'
import { dataSourceTexts as texts } from '../texts.ts'
import type { QuerySource } from './schema.ts'

/** Rows of a database query, sent once per run when the source is opened. */
export const queryKind: SourceKind<QuerySource> = {
  problems: ({ query, parameters }) => [
    ...(query.trim() === '' ? [{ place: ['query'], text: texts.noQuery }] : []),
    ...parameters.flatMap(({ value }, index) =>
      typeof value === 'string' ? templateProblems(value, ['parameters', index, 'value']) : [],
    ),
  ],
  async open(source, { query }) {
    const { columns, rows, cut } = await query(source)
    const numbered = rows.map((cells, index): SourceRow => ({ number: index + 1, cells }))
    return { columns, warnings: cut === undefined ? [] : [texts.cut[cut](rows.length)], rows: () => [numbered] }
  },
}
