import { sourceFacts, sourceNames } from '#engine/extractors/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'

const variable = sourceNames.find((name) => sourceFacts[name].reads === 'variables') ?? 'variable'

/** A condition to start with: what most depend on is whether a variable is there. */
export const newCondition = (): Check => ({ source: variable, name: '', not: false, is: 'exists' })
