import type { SourceFacts } from '../source-facts.ts'

/** Rows as CSV (RFC 4180). */
export const csvFacts: SourceFacts = { title: 'CSV', newName: 'rows', hasText: true, initial: { text: '' } }
