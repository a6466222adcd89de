import { predicateFacts } from '#engine/checks/facts.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import { readsCookies } from '#engine/extractors/source.ts'
import type { Check } from '../check-schema.ts'

/** Whether a check of a condition looks at a response. */
export const asksAnswer = ({ source }: Check): boolean => sourceFacts[source].reads === 'response'

/** Whether it looks at cookies, which browsers keep from pages. */
export const asksCookies = (check: Check): boolean => readsCookies(check)

/** The variable whose value it asks for; undefined where it asks for none, or only whether one is there. */
export const valueAsked = ({ source, name, is }: Check): string | undefined =>
  sourceFacts[source].reads === 'variables' && !predicateFacts[is].asksPresence && name ? name : undefined

/** The variable that has to be there for it to hold; undefined where it asks for none. */
export const presenceAsked = ({ source, name, is, not }: Check): string | undefined =>
  sourceFacts[source].reads === 'variables' && predicateFacts[is].asksPresence && !not && name ? name : undefined
