import type { SourceFacts } from '../source-facts.ts'

/** Rows as a JSON array of objects. */
export const jsonFacts: SourceFacts = { title: 'JSON', newName: 'rows', hasText: true, initial: { text: '[]' } }
