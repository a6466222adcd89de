import { expect, it } from 'vitest'
import { isCredentialName } from './secret-name.ts'

it('[P4] names of credentials are known, in each language, and names of what is about them are not', () => {
  const credentials = [
    'password',
    'DB_PASSWORD',
    'userPwd',
    'apiKey',
    'api_key',
    'X-API-Key',
    'accessToken',
    'token2',
    'client-secret',
  ]
  const elsewhere = [
    'passwort',
    'kennwort_test',
    'contrasena',
    'contraseña',
    'mot_de_passe',
    'motDePasse',
    'jetonApi',
    '密码',
    'mima',
  ]
  for (const name of [...credentials, ...elsewhere]) expect([name, isCredentialName(name)]).toEqual([name, true])
  const others = [
    'tokenUrl',
    'token_endpoint',
    'primaryKey',
    'key',
    'keyboard',
    'secretary',
    'passwordPolicy',
    'tokenType',
    'baseUrl',
    'spin',
    '',
  ]
  for (const name of others) expect([name, isCredentialName(name)]).toEqual([name, false])
})
