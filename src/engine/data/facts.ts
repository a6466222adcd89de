import { csvFacts } from './csv/facts.ts'
import { generatedFacts } from './generated/facts.ts'
import { jsonFacts } from './json/facts.ts'
import { queryFacts } from './query/facts.ts'
import type { SourceFacts } from './source-facts.ts'
import { tableFacts } from './table/facts.ts'

/** Every kind of data source by ID, in the order of menus: the only list of kinds. */
export const sourceFacts = {
  csv: csvFacts,
  json: jsonFacts,
  table: tableFacts,
  generated: generatedFacts,
  query: queryFacts,
} satisfies Record<string, SourceFacts>

/** The id of a kind of data source. */
export type SourceKindId = keyof typeof sourceFacts

/** The ids of {@link sourceFacts}, in the order of menus. */
export const sourceKindIds = (): SourceKindId[] => Object.keys(sourceFacts) as SourceKindId[]
