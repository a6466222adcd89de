import { apiCauses } from './api.ts'
import { furtherGrantCauses } from './further-grants.ts'
import { authorizationCauses } from './authorization.ts'
import type { Cause } from './cause.ts'
import { clientCauses } from './client.ts'
import { codeCauses } from './codes.ts'
import { dpopCauses } from './dpop.ts'
import { endpointCauses } from './endpoints.ts'
import { entraCauses } from './entra.ts'
import { grantCauses } from './grants.ts'
import { pageCauses } from './pages.ts'
import { registrationCauses } from './registration.ts'
import { requirementCauses } from './requirements.ts'
import { tokenCauses } from './tokens.ts'
import { transportCauses } from './transport.ts'

/**
 * The causes of failures at messages of this purpose: the same words mean different things from an API and from a provider, and only
 * the API's challenge is about the token.
 */
export const causesOf = (purpose: string): readonly Cause[] => (purpose === 'request' ? apiCauses : causes)

/** Every known cause. Of several with equally strong evidence the first is the diagnosis: special ones are before general ones. */
export const causes: readonly Cause[] = [
  ...entraCauses,
  ...registrationCauses,
  ...requirementCauses,
  ...transportCauses,
  ...pageCauses,
  ...apiCauses,
  ...tokenCauses,
  ...endpointCauses,
  ...dpopCauses,
  ...furtherGrantCauses,
  ...clientCauses,
  ...grantCauses,
  ...authorizationCauses,
  ...codeCauses,
]
