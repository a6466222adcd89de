import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { createManualClock, fixedRandom, responseOf } from '#engine/ports/testing/index.ts'
import { createBinding, createBindingKey } from './binding.ts'

const url = 'http://127.0.0.1/api'
const wantsNonce = (nonce: string) =>
  responseOf({
    status: 401,
    headers: [
      ['WWW-Authenticate', 'DPoP error="use_dpop_nonce", error_description="nonce please"'],
      ['DPoP-Nonce', nonce],
    ],
  })

describe('a DPoP binding', () => {
  it('[case 31] repeats both of two requests that were under way when the server asked for the same nonce', async () => {
    const binding = createBinding(await createBindingKey(), { clock: createManualClock(), random: fixedRandom() })
    expect(binding.challenged(url, wantsNonce('n1'))).toBe(true)
    expect(binding.challenged(url, wantsNonce('n1'))).toBe(true)
    expect(decodeJwt(await binding.prove({ method: 'GET', url }))).toMatchObject({ nonce: 'n1' })
  })

  it('[case 31] keeps the nonce of any answer, by origin, and asks for nothing then (RFC 9449 section 8.2)', async () => {
    const binding = createBinding(await createBindingKey(), { clock: createManualClock(), random: fixedRandom() })
    expect(binding.challenged(url, responseOf({ status: 200, headers: [['dpop-nonce', 'n2']] }))).toBe(false)
    const there = decodeJwt(await binding.prove({ method: 'GET', url: `${url}?page=2#part`, accessToken: 'at' }))
    expect(there).toMatchObject({ nonce: 'n2', htu: url, ath: 'sda5G2fCr6XjIpiNlGJjjTVN34oe9526mH-BXCK0uu4' })
    expect(decodeJwt(await binding.prove({ method: 'GET', url: 'http://127.0.0.1:81/api' }))).not.toHaveProperty('nonce')
  })
})
