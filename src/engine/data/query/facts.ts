import type { SourceFacts } from '../source-facts.ts'

/** Rows that a database gives. */
export const queryFacts: SourceFacts = { title: 'SQL query', newName: 'query', needs: 'sql', initial: { connection: '' } }
