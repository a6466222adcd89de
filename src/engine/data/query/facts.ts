import type { SourceFacts } from '../source-facts.ts'

/** Rows of a database query. */
export const queryFacts: SourceFacts = { title: 'SQL query', newName: 'query', needs: 'sql', initial: { connection: '' } }
