import { grantFacts, type GrantType } from '#engine/oauth/grants/facts.ts'
import type { GrantFacts } from '#engine/oauth/grants/grant-facts.ts'

/** What is known of the grant of a step. */
export const grantOf = ({ grantType }: { grantType: GrantType }): GrantFacts => grantFacts[grantType]
