import { authorizationCodeTexts } from './authorization-code/texts.ts'
import { cibaTexts } from './ciba/texts.ts'
import { clientCredentialsTexts } from './client-credentials/texts.ts'
import { deviceCodeTexts } from './device-code/texts.ts'
import type { GrantType } from './facts.ts'
import type { GrantTexts } from './grant-texts.ts'
import { implicitTexts } from './implicit/texts.ts'
import { jwtBearerTexts } from './jwt-bearer/texts.ts'
import { resourceOwnerPasswordTexts } from './resource-owner-password/texts.ts'
import { tokenExchangeTexts } from './token-exchange/texts.ts'

/** Messages about each grant of `facts.ts`. */
export const grantTexts: Readonly<Record<GrantType, GrantTexts>> = {
  ClientCredentials: clientCredentialsTexts,
  AuthorizationCode: authorizationCodeTexts,
  Implicit: implicitTexts,
  DeviceCode: deviceCodeTexts,
  ResourceOwnerPassword: resourceOwnerPasswordTexts,
  JwtBearer: jwtBearerTexts,
  TokenExchange: tokenExchangeTexts,
  Ciba: cibaTexts,
}
