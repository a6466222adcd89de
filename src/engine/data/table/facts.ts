import type { SourceFacts } from '../source-facts.ts'

/** Rows that are typed in a grid. */
export const tableFacts: SourceFacts = { title: 'Table', newName: 'rows', initial: { columns: ['id', 'name'], rows: [['', '']] } }
