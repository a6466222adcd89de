import { createPublicKey } from 'node:crypto'
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { createManualClock, createScriptedHttp, memorySecrets } from '#engine/ports/testing/index.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import { keyFile } from '../../../../e2e/key-files.ts'

const now = Date.UTC(2030, 0, 1)
const secrets = { 'sign/key': keyFile('rsa.pkcs8.pem'), 'sign/text': 'a-symmetric-key-of-32-characters' }

/** Signs and sends the token to a server that remembers it; gives what it got, and the run. */
async function signed(step: Record<string, unknown>, project: Record<string, unknown> = {}) {
  const http = createScriptedHttp()
  const run = await runSteps(
    [
      { kind: 'jwt', key: { form: 'pem', key: { secret: 'sign/key' } }, ...step },
      { kind: 'send-request', url: 'http://127.0.0.1/', headers: [{ name: 'Authorization', value: 'Bearer ${jwt}' }] },
    ],
    { ports: { http, secrets: memorySecrets(secrets), clock: createManualClock({ now }) }, project },
  )
  const header = http.requests[0]?.headers.find(([name]) => name === 'Authorization')?.[1] ?? ''
  return { ...run, token: header.replace('Bearer ', '') }
}

describe('JWT', () => {
  it('[T3] signs header and claims; iat and exp come from the clock', async () => {
    const { token, steps } = await signed({ header: { kid: 'k1' }, claims: { sub: 'ann', aud: ['orders'] }, expiresIn: 60 })
    expect(steps[0]).toMatchObject({ outcome: 'passed' })
    const { payload } = await compactVerify(token, createPublicKey(keyFile('rsa.pkcs8.pem')))
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' })
    expect(new TextDecoder().decode(payload)).toBe(`{"sub":"ann","aud":["orders"],"iat":${now / 1000},"exp":${now / 1000 + 60}}`)
  })

  it('[T6] templates in header and claims, deep, with the type of the variable; big numbers keep their digits', async () => {
    const project = { variables: [{ name: 'user', value: 'ann' }] }
    const { token, steps } = await signed(
      {
        header: { kid: '${user}-key' },
        claims: { sub: '${user}', deep: { list: ['${user}!'] }, big: 12345678901234567890n, n: 7 },
      },
      project,
    )
    expect(steps[0]).toMatchObject({ outcome: 'passed' })
    expect(decodeProtectedHeader(token).kid).toBe('ann-key')
    const { payload } = await compactVerify(token, createPublicKey(keyFile('rsa.pkcs8.pem')))
    expect(new TextDecoder().decode(payload)).toMatch(
      /^\{"sub":"ann","deep":\{"list":\["ann!"\]\},"big":12345678901234567890,"n":7,"iat":/,
    )
  })

  it('[T3] a token of yesterday: iat and exp that the step states are kept', async () => {
    const { token } = await signed({ claims: { exp: 1000, iat: 900 } })
    expect(decodeJwt(token)).toEqual({ exp: 1000, iat: 900 })
    expect(decodeJwt((await signed({ claims: { iat: 900 }, expiresIn: 10 })).token)).toEqual({ iat: 900, exp: 910 })
  })

  it('[T3] the algorithm of the step counts', async () => {
    const key = { form: 'symmetric', key: { secret: 'sign/text' } }
    const { token } = await signed({ algorithm: 'HS256', key })
    expect(decodeProtectedHeader(token).alg).toBe('HS256')
  })

  it('[case 48] neither the token nor the key stands in any event', async () => {
    const { token, events } = await signed({})
    const text = JSON.stringify(events)
    expect(text).toContain('‹jwt›')
    expect(text).not.toContain(token)
    expect(text).not.toContain(token.split('.')[2])
    expect(text).not.toContain(keyFile('rsa.pkcs8.pem').slice(40, 80))
  })

  it.each([
    [{ key: undefined }, 'The signing key is empty.'],
    [{ key: { form: 'pem' } }, 'The signing key is empty.'],
    [
      { algorithm: 'ES256' },
      "The key doesn't match the algorithm: ES256 needs an EC key on the curve P-256, but this is an RSA key of 2048 bits.",
    ],
    [{ header: { alg: 'none' } }, 'The header has alg "none", but the step signs with RS256.'],
    [{ header: { crit: ['b64x'] } }, "The header can't be signed."],
    [{ key: { form: 'pem', key: { secret: 'nowhere' } } }, expect.stringContaining('nowhere') as string],
    [{ claims: { sub: '${nobody}' } }, expect.stringContaining('nobody') as string],
  ])('[case 46] %j breaks the step before anything is signed', async (step, message) => {
    const { steps } = await signed(step)
    expect(steps.map(({ outcome }) => outcome)).toEqual(['broken', 'skipped'])
    expect(steps[0]).toMatchObject({ message })
  })
})
