import type { GrantType } from '../grant-type.ts'
import { authorizationCode } from './authorization-code.ts'
import { clientCredentials } from './client-credentials.ts'
import { deviceCode } from './device-code.ts'
import type { Grant } from './grant.ts'
import { implicit } from './implicit.ts'
import { resourceOwnerPassword } from './resource-owner-password.ts'

/** Every grant; the only registry. */
export const grants: Record<GrantType, Grant> = {
  ClientCredentials: clientCredentials,
  AuthorizationCode: authorizationCode,
  Implicit: implicit,
  DeviceCode: deviceCode,
  ResourceOwnerPassword: resourceOwnerPassword,
}
