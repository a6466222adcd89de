import { authorizationCodeFacts } from './authorization-code/facts.ts'
import { cibaFacts } from './ciba/facts.ts'
import { clientCredentialsFacts } from './client-credentials/facts.ts'
import { deviceCodeFacts } from './device-code/facts.ts'
import type { GrantFacts } from './grant-facts.ts'
import { implicitFacts } from './implicit/facts.ts'
import { jwtBearerFacts } from './jwt-bearer/facts.ts'
import { resourceOwnerPasswordFacts } from './resource-owner-password/facts.ts'
import { tokenExchangeFacts } from './token-exchange/facts.ts'

const list = {
  ClientCredentials: clientCredentialsFacts,
  AuthorizationCode: authorizationCodeFacts,
  DeviceCode: deviceCodeFacts,
  Implicit: implicitFacts,
  ResourceOwnerPassword: resourceOwnerPasswordFacts,
  JwtBearer: jwtBearerFacts,
  TokenExchange: tokenExchangeFacts,
  Ciba: cibaFacts,
} satisfies Record<string, GrantFacts>

/** The grants of an OAuth2 step (O1), by their names in the file. */
export type GrantType = keyof typeof list

/**
 * Every grant by its name in the file, in the order of the editor: the only list of grants. `texts.ts` has their texts,
 * `index.ts` how they get a token.
 */
export const grantFacts: Readonly<Record<GrantType, GrantFacts>> = list

/** The names of {@link grantFacts}, in their order. */
export const grantTypes = Object.keys(list) as GrantType[]
