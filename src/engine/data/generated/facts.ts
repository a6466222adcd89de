import type { SourceFacts } from '../source-facts.ts'

/** Rows that are made by templates. */
export const generatedFacts: SourceFacts = {
  title: 'Generated',
  newName: 'generated',
  initial: {
    rows: 10,
    columns: [
      { name: 'id', value: '${uuid}' },
      { name: 'name', value: '${random.fullName}' },
    ],
  },
}
