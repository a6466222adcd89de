import { describe, expect, it } from 'vitest'
import { clientAuthentication } from './client-auth.ts'

const sent = async (secretTransport: 'basic' | 'basic-raw', id: string, secret: string): Promise<string> => {
  const headers = new Headers()
  const authenticate = clientAuthentication(
    { clientId: id, clientSecret: { name: 'secret', value: secret }, secretTransport },
    'https://id.example.test/token',
  )
  await authenticate({ issuer: 'https://id.example.test' }, { client_id: id }, new URLSearchParams(), headers)
  const credentials = headers.get('authorization')?.replace('Basic ', '') ?? ''
  return new TextDecoder().decode(Uint8Array.from(atob(credentials), (unit) => unit.charCodeAt(0)))
}

describe('clientAuthentication by Basic', () => {
  it('[case 1] special characters are form-encoded, and decode to what they were', async () => {
    const credentials = await sent('basic', 'id:ü x', "a%b+c:d ü~!*()'&=/")
    const decoded = credentials.split(':').map((part) => new URLSearchParams(`x=${part}`).get('x'))
    expect(decoded).toEqual(['id:ü x', "a%b+c:d ü~!*()'&=/"])
  })

  it('[case 1] what needs no encoding stays, for providers that do not decode', async () => {
    expect(await sent('basic', '7f3e-11_a.b', 'Abc-1_2.x')).toBe('7f3e-11_a.b:Abc-1_2.x')
  })

  it('[case 1] basic-raw sends both as they are', async () => {
    expect(await sent('basic-raw', 'sb-app!t1|x', 'a$b=+c ü')).toBe('sb-app!t1|x:a$b=+c ü')
  })
})
