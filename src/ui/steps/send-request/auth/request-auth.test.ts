import { expect, test } from 'vitest'
import { authOf, setAuth, type RequestAuth } from './request-auth.ts'

const pair = (name: string, value: string, disabled = false) => ({ name, value, disabled })
const request = (...headers: ReturnType<typeof pair>[]) => ({ headers, query: [pair('size', '2')] })

test.each<[string, RequestAuth]>([
  ['Bearer ${access_token}', { kind: 'bearer', token: '${access_token}' }],
  ['bearer', { kind: 'bearer', token: '' }],
  ['Basic ann:pa:ss', { kind: 'basic', user: 'ann', password: 'pa:ss' }],
  ['Basic ${of:colon}:${password}', { kind: 'basic', user: '${of:colon}', password: '${password}' }],
  ['Basic ${basic_credentials}', { kind: 'basic', password: '${basic_credentials}' }],
  ['Digest ann:${password}', { kind: 'digest', user: 'ann', password: '${password}' }],
  ['Digest username="ann", response="1:2"', { kind: 'other', value: 'Digest username="ann", response="1:2"' }],
  ['NTLM CORP\\ann:${password}', { kind: 'ntlm', user: 'CORP\\ann', password: '${password}' }],
  ['NTLM ${credentials}', { kind: 'ntlm', password: '${credentials}' }],
  ['NTLM TlRMTVNTUAAB', { kind: 'other', value: 'NTLM TlRMTVNTUAAB' }],
  [
    'AWS ${key} ${secret} region:eu-west-1',
    {
      kind: 'aws',
      accessKey: '${key}',
      secretKey: '${secret}',
      sessionToken: '',
      region: 'eu-west-1',
      service: '',
      place: 'header',
    },
  ],
  ['AWS AKIA:signature', { kind: 'other', value: 'AWS AKIA:signature' }],
  ['DPoP ${access_token}', { kind: 'other', value: 'DPoP ${access_token}' }],
])('%s is read, and written as it was', (value, auth) => {
  const draft = request(pair('Accept', '*/*'), pair('authorization', 'Bearer off', true), pair('authorization', value))
  expect(authOf(draft)).toEqual(auth)
  setAuth(draft, auth)
  expect(draft.headers[2]?.value.trim().toLowerCase()).toBe(value.toLowerCase())
})

test('[X8] OAuth 1.0a is read, and a change of one field keeps the others', () => {
  const draft = request(
    pair(
      'Authorization',
      'OAuth oauth_consumer_key="k", consumer_secret="${s}", oauth_signature_method="HMAC-SHA1", oauth_extra="x"',
    ),
  )
  const auth = authOf(draft)
  expect(auth).toMatchObject({ kind: 'oauth1', consumerKey: 'k', consumerSecret: '${s}', others: { oauth_extra: 'x' } })
  if (auth.kind === 'oauth1') setAuth(draft, { ...auth, token: 'a "quoted" token' })
  expect(authOf(draft)).toEqual({ ...auth, token: 'a "quoted" token' })
})

test('one way replaces the other, and nothing else of the request', () => {
  const draft = request(pair('Accept', '*/*'))
  expect(authOf(draft)).toEqual({ kind: 'none' })
  setAuth(draft, { kind: 'basic', user: 'ann', password: '' })
  expect(draft.headers[1]).toEqual(pair('Authorization', 'Basic ann:'))
  const key = setAuth(draft, { kind: 'api-key', name: 'X-API-Key', value: 'k', place: 'header', index: 0 })
  expect(draft.headers).toEqual([pair('Accept', '*/*'), pair('X-API-Key', 'k')])
  // While it is typed its name says nothing.
  const renamed = setAuth(draft, { kind: 'api-key', name: 'appid', value: 'k', place: 'header', index: 1 }, key)
  expect(authOf(draft)).toEqual({ kind: 'none' })
  expect(authOf(draft, renamed)).toMatchObject({ kind: 'api-key', name: 'appid' })
  // Rows can be moved beside it: another one that comes in its place is no key, and is not taken away as one.
  expect(authOf({ ...draft, headers: draft.headers.toReversed() }, renamed)).toEqual({ kind: 'none' })
  const moved = setAuth(draft, { kind: 'api-key', name: 'appid', value: 'k', place: 'query', index: 1 }, renamed)
  expect([draft.headers, draft.query]).toEqual([[pair('Accept', '*/*')], [pair('size', '2'), pair('appid', 'k')]])
  setAuth(draft, { kind: 'bearer', token: 't' }, moved)
  expect([draft.headers[1], draft.query]).toEqual([pair('Authorization', 'Bearer t'), [pair('size', '2')]])
  setAuth(draft, { kind: 'none' })
  expect(draft).toEqual(request(pair('Accept', '*/*')))
})

test.each(['X-API-Key', 'api_key', 'apikey', 'key', 'Ocp-Apim-Subscription-Key', 'PRIVATE-TOKEN', 'token'])(
  '%s is known as an API key, in a header or the query',
  (name) => {
    expect(authOf(request(pair(name, 'k')))).toMatchObject({ kind: 'api-key', place: 'header', value: 'k' })
    expect(authOf({ headers: [], query: [pair('a', '1'), pair(name, 'k')] })).toMatchObject({ place: 'query', index: 1 })
  },
)

test('a secret alone is an API key whatever it is called, but for cookies; another variable is not', () => {
  const isSecret = (name: string) => name === 'key'
  const authIn = (...headers: ReturnType<typeof pair>[]) => authOf(request(...headers), undefined, [], isSecret)
  expect(authIn(pair('Accept', '*/*'), pair('X-Foo', '${key}'))).toEqual({
    kind: 'api-key',
    place: 'header',
    index: 1,
    name: 'X-Foo',
    value: '${key}',
  })
  expect(authIn(pair('X-Foo', '${key}', true), pair('If-Match', '${etag}'), pair('Cookie', '${key}'))).toEqual({ kind: 'none' })
  expect(authIn(pair('X-Foo', 'v1 ${key}'))).toEqual({ kind: 'none' })
  expect(authIn(pair('X-Foo', '${key}'), pair('api_key', 'k'))).toMatchObject({ name: 'api_key' })
  expect(authOf({ headers: [], query: [pair('appid', '${key}')] }, undefined, [], isSecret)).toMatchObject({
    place: 'query',
    index: 0,
  })
  // What the tab shows is what it changes.
  const draft = request(pair('X-Foo', '${key}'))
  setAuth(draft, { kind: 'none' }, undefined, [], isSecret)
  expect(draft.headers).toEqual([])
  const offered = [{ name: 'X-Foo', value: '${key}' }]
  expect(authOf(draft, undefined, offered, isSecret)).toEqual({ kind: 'inherit' })
})

test.each(['Idempotency-Key', 'X-CSRF-Token', 'sort_key', 'page_token', 'monkey'])('%s is no API key', (name) => {
  expect(authOf(request(pair(name, 'k')))).toEqual({ kind: 'none' })
})

test('authorization is inherited until another one is set, and omitted by a disabled row', () => {
  const offered = [pair('Authorization', 'Bearer ${access_token}'), pair('X-Tenant', '7')]
  const off = pair('Authorization', '', true)
  const draft = request(pair('Accept', '*/*'))
  const now = (key?: ReturnType<typeof setAuth>) => authOf(draft, key, offered).kind
  expect(now()).toBe('inherit')
  setAuth(draft, { kind: 'none' }, undefined, offered)
  expect([now(), draft.headers]).toEqual(['none', [pair('Accept', '*/*'), off]])
  setAuth(draft, { kind: 'basic', user: 'ann', password: '' }, undefined, offered)
  expect([now(), draft.headers]).toEqual(['basic', [pair('Accept', '*/*'), pair('Authorization', 'Basic ann:')]])
  const key = setAuth(draft, { kind: 'api-key', name: 'appid', value: 'k', place: 'header', index: 0 }, undefined, offered)
  expect([now(key), draft.headers]).toEqual(['api-key', [pair('Accept', '*/*'), pair('appid', 'k'), off]])
  // Typing goes on in the same row, wherever what left something out stood.
  draft.headers = [off, pair('appid', 'k')]
  const typed = setAuth(
    draft,
    { kind: 'api-key', name: 'appid', value: 'kk', place: 'header', index: 1 },
    { place: 'header', index: 1, name: 'appid' },
    offered,
  )
  expect([now(typed), draft.headers]).toEqual(['api-key', [pair('appid', 'kk'), off]])
  setAuth(draft, { kind: 'inherit' }, typed, offered)
  expect([now(), draft.headers]).toEqual(['inherit', []])
})

test('an inherited API key is left out by another way, and replaced by one of the same name', () => {
  const offered = [pair('X-API-Key', 'k')]
  const draft = request()
  expect(authOf(draft, undefined, offered)).toEqual({ kind: 'inherit' })
  setAuth(draft, { kind: 'bearer', token: 't' }, undefined, offered)
  expect(draft.headers).toEqual([pair('Authorization', 'Bearer t'), pair('X-API-Key', '', true)])
  setAuth(draft, { kind: 'api-key', name: 'X-API-Key', value: 'own', place: 'header', index: 0 }, undefined, offered)
  expect(draft.headers).toEqual([pair('X-API-Key', 'own')])
})
