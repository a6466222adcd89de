import { authorizationCode } from './authorization-code/index.ts'
import { ciba } from './ciba/index.ts'
import { clientCredentials } from './client-credentials/index.ts'
import { deviceCode } from './device-code/index.ts'
import type { GrantType } from './facts.ts'
import type { Grant } from './grant.ts'
import { implicit } from './implicit/index.ts'
import { jwtBearer } from './jwt-bearer/index.ts'
import { resourceOwnerPassword } from './resource-owner-password/index.ts'
import { tokenExchange } from './token-exchange/index.ts'

/** How each grant of `facts.ts` gets a token. */
export const grants: Readonly<Record<GrantType, Grant>> = {
  ClientCredentials: clientCredentials,
  AuthorizationCode: authorizationCode,
  Implicit: implicit,
  DeviceCode: deviceCode,
  ResourceOwnerPassword: resourceOwnerPassword,
  JwtBearer: jwtBearer,
  TokenExchange: tokenExchange,
  Ciba: ciba,
}
