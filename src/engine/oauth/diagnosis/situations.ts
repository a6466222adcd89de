import { apiSituations } from './api.ts'
import { authorizationSituations } from './authorization.ts'
import { clientSituations } from './client.ts'
import { codeSituations } from './codes.ts'
import { dpopSituations } from './dpop.ts'
import { endpointSituations } from './endpoints.ts'
import { entraSituations } from './entra.ts'
import { grantSituations } from './grants.ts'
import type { Situation } from './situation.ts'
import { tokenSituations } from './tokens.ts'
import { transportSituations } from './transport.ts'

/**
 * The situations for messages of this purpose: the same words mean different things from an API and from a provider, and only
 * the API's challenge is about the token.
 */
export const situationsOf = (purpose: string): readonly Situation[] => (purpose === 'request' ? apiSituations : situations)

/** Every known situation, special ones before the general ones that also hold. */
export const situations: readonly Situation[] = [
  ...transportSituations,
  ...apiSituations,
  ...entraSituations,
  ...tokenSituations,
  ...endpointSituations,
  ...dpopSituations,
  ...clientSituations,
  ...grantSituations,
  ...authorizationSituations,
  ...codeSituations,
]
