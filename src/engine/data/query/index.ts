import { AssayError } from '#engine/base/errors.ts'
import type { SourceKind } from '../source-kind.ts'
import { templateProblems } from '../template-problems.ts'
import { texts } from '../texts.ts'
import type { QuerySource } from './schema.ts'

/** Rows that a database gives. */
export const queryKind: SourceKind<QuerySource> = {
  problems: ({ query, parameters }) => [
    ...(query.trim() === '' ? [{ place: ['query'], text: texts.noQuery }] : []),
    ...parameters.flatMap(({ value }, index) => templateProblems(value, ['parameters', index, 'value'])),
  ],
  open: async () => {
    throw new AssayError('browser-limit', texts.noDatabases)
  },
}
