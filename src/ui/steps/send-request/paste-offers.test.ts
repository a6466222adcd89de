import { expect, test } from 'vitest'
import { pasteOffers, resolveShown, takeOffer } from './paste-offers.ts'

const request = (url: string, ...headers: [string, string][]) => ({
  url,
  headers: headers.map(([name, value]) => ({ name, value, disabled: false })),
})
const variables = [
  { name: 'host', value: 'https://api.test' },
  { name: 'baseUrl', value: 'https://api.test/v1/' },
]

test('[T2] a pasted address is offered the variable that holds the longest beginning of it', () => {
  const pasted = request('https://api.test/v1/orders?size=2')
  const [offer, ...more] = pasteOffers(pasted, variables, [])
  expect(offer).toEqual({ kind: 'address', variable: 'baseUrl', text: 'https://api.test/v1' })
  expect(more).toEqual([])
  if (offer) takeOffer(pasted, offer)
  expect(pasted.url).toBe('${baseUrl}/orders?size=2')
  // Not in the middle of a name.
  expect(pasteOffers(request('https://api.test.example/v1'), variables, [])).toEqual([])
  expect(pasteOffers(request('https://other.test/a'), [], [])).toEqual([
    { kind: 'new-address', variable: 'baseUrl', text: 'https://other.test' },
  ])
  expect(pasteOffers(request('${baseUrl}/a'), variables, [])).toEqual([])
})

test('[T2, P4] a pasted credential is offered the variable of a token, or to become a secret', () => {
  const pasted = request('${baseUrl}', ['Accept', 'a/b'], ['authorization', 'Bearer abc.def'], ['X-Api-Key', 'k1'])
  const offers = pasteOffers(pasted, variables, ['access_token'])
  expect(offers).toEqual([
    { kind: 'token', variable: 'access_token', header: 1 },
    { kind: 'secret', variable: 'token', header: 1, name: 'authorization', text: 'abc.def' },
    { kind: 'secret', variable: 'api_key', header: 2, name: 'X-Api-Key', text: 'k1' },
  ])
  for (const offer of offers.slice(0, 1).concat(offers.slice(2))) takeOffer(pasted, offer)
  expect(pasted.headers.map(({ value }) => value)).toEqual(['a/b', 'Bearer ${access_token}', '${api_key}'])
  expect(pasteOffers(pasted, variables, ['access_token'])).toEqual([])

  // Of HTTP Basic the name stays.
  const basic = request('${baseUrl}', ['Authorization', 'Basic ann:pa:ss'])
  const [offer] = pasteOffers(basic, variables, [])
  expect(offer).toEqual({ kind: 'secret', variable: 'password', header: 0, name: 'Authorization', text: 'pa:ss' })
  if (offer) takeOffer(basic, offer)
  expect(basic.headers[0]?.value).toBe('Basic ann:${password}')
})

test('[T2] a resolved text has the values that are known, and never a secret', () => {
  const known = [...variables, { name: 'secret', value: '••••••' }, { name: 'token', value: '‹access_token›' }]
  expect(resolveShown('${baseUrl}a/${secret}/${token}/${uuid()}/${nobody}/$${host}', known)).toBe(
    'https://api.test/v1/a/${secret}/${token}/${uuid()}/${nobody}/$${host}',
  )
})
