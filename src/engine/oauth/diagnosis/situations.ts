import { apiSituations } from './api.ts'
import { authorizationSituations } from './authorization.ts'
import { clientSituations } from './client.ts'
import { endpointSituations } from './endpoints.ts'
import { entraSituations } from './entra.ts'
import { grantSituations } from './grants.ts'
import type { Situation } from './situation.ts'
import { tokenSituations } from './tokens.ts'
import { transportSituations } from './transport.ts'

/** Every known situation, special ones before the general ones that also hold. */
export const situations: readonly Situation[] = [
  ...transportSituations,
  ...apiSituations,
  ...entraSituations,
  ...tokenSituations,
  ...endpointSituations,
  ...clientSituations,
  ...grantSituations,
  ...authorizationSituations,
]
