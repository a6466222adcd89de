import type { JwtStep } from '#engine/steps/jwt/schema.ts'
import { callOf, objectOf, quote, type Code } from './code.ts'
import { NoCounterpart } from './no-counterpart.ts'
import { secretCode } from './oauth2.ts'
import { secondsCode } from './request.ts'
import { scopeCode, type Script } from './script.ts'
import { textCode } from './template.ts'
import { k6Texts as texts } from './texts.ts'
import { deepCode } from './values.ts'

/** A JWT that is signed by a symmetric key, kept in its variable. */
export function jwtCode(step: JwtStep, script: Script): Code {
  const { algorithm, key, header, claims, expiresIn, variableName, variableScope } = step
  if (key?.form !== 'symmetric' || !algorithm.startsWith('HS')) throw new NoCounterpart(texts.asymmetric(algorithm))
  const own = (object: Record<string, unknown>): [string, Code][] =>
    Object.entries(object).map(([name, value]) => [name, deepCode(value, script)])
  const keyId = key.keyId === '' || Object.hasOwn(header, 'kid') ? [] : [['kid', textCode(key.keyId, script)] as const]
  const head = objectOf([
    ['alg', quote(algorithm)],
    ...(Object.hasOwn(header, 'typ') ? [] : [['typ', quote('JWT')] as const]),
    ...keyId,
    ...own(header),
  ])
  const times: [string, Code][] = [
    ['iat', 'Math.floor(Date.now() / 1000)'],
    [
      'exp',
      `${typeof claims.iat === 'number' ? claims.iat : 'Math.floor(Date.now() / 1000)'} + ${secondsCode(expiresIn, script)}`,
    ],
  ]
  const body = objectOf([...own(claims), ...times.filter(([name]) => !Object.hasOwn(claims, name))])
  const secret = secretCode(key.key, script) ?? quote('')
  const signed = callOf(
    script.use('signedJwt'),
    quote(algorithm),
    head,
    body,
    secret,
    ...(key.encoding === 'base64' ? [quote('base64')] : []),
  )
  return { open: `${script.use('set')}(`, items: [scopeCode(variableScope), quote(variableName), signed], close: ')' }
}
