import { describe, expect, it } from 'vitest'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { harRecord } from './har.ts'
import { arrowsOf, faultyArrow, lanesOf, linesOf, pathOf, span } from './sequence.ts'

const exchange = (over: Partial<Exchange>): Exchange => ({
  id: 'x1',
  purpose: 'token',
  at: 0,
  duration: 12,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:4011/token',
    headers: [],
    parameters: [['grant_type', 'client_credentials']],
  },
  response: { status: 200, statusText: 'OK', headers: [], text: '{"access_token":"‹access_token›","expires_in":300}' },
  ...over,
})

describe('lanesOf', () => {
  it('[O18] shows every party that takes part', () => {
    const lanes = (over: Partial<Exchange>) => lanesOf(arrowsOf([exchange(over)]))
    expect(lanes({})).toEqual(['assay', 'provider'])
    expect(lanes({ purpose: 'authorization', duration: 5_000 })).toEqual(['tester', 'browser', 'assay', 'provider'])
    expect(lanes({ purpose: 'request' })).toEqual(['assay', 'api'])
  })
})

describe('arrowsOf', () => {
  it('[O18] draws a request and its answer', () => {
    expect(arrowsOf([exchange({})])).toMatchObject([
      { from: 'assay', to: 'provider', head: 'POST', code: '/token', note: 'client_credentials', state: 'ok' },
      { from: 'provider', to: 'assay', head: '200', code: 'access_token', state: 'ok' },
    ])
  })

  it('[case 12] marks an error answer, also with status 200', () => {
    const refused = exchange({ response: { status: 200, statusText: 'OK', headers: [], text: '{"error":"invalid_client"}' } })
    const arrows = arrowsOf([exchange({}), refused])
    expect(arrows[3]).toMatchObject({ head: '200', code: 'invalid_client', state: 'bad' })
    expect(faultyArrow(arrows)).toBe(3)
  })

  it('[case 23] a refused ID token is marked at the answer that brought it, not at the keys', () => {
    const issued = exchange({ response: { status: 200, statusText: 'OK', headers: [], text: '{"id_token":"‹id_token›"}' } })
    const keys = exchange({ purpose: 'jwks', response: { status: 200, statusText: 'OK', headers: [], text: '{"keys":[{}]}' } })
    expect(faultyArrow(arrowsOf([issued, keys]), 'oauth-id-token')).toBe(1)
    expect(faultyArrow(arrowsOf([issued, keys]))).toBe(3)
  })

  it('[case 16] breaks the arrow of an answer that could not be read', () => {
    const opaque = exchange({ response: { status: 0, statusText: '', headers: [] } })
    const dead = exchange({ error: { code: 'http-unreachable', message: 'nobody there' } })
    const { response: _, ...silent } = dead
    expect(arrowsOf([opaque])[1]).toMatchObject({ state: 'lost', head: 'no response' })
    expect(arrowsOf([silent])[1]).toMatchObject({ state: 'lost', note: 'http-unreachable' })
  })

  it('[O13] names what a device is given, and the grant by its short name', () => {
    const device = exchange({
      purpose: 'device-authorization',
      response: { status: 200, statusText: 'OK', headers: [], text: '{"device_code":"‹device_code›","user_code":"ABCD-EFGH"}' },
    })
    const poll = exchange({})
    poll.request.parameters = [['grant_type', 'urn:ietf:params:oauth:grant-type:device_code']]
    const arrows = arrowsOf([device, poll])
    expect(arrows[1]).toMatchObject({ head: '200', code: 'user_code', note: '' })
    expect(arrows[2]).toMatchObject({ head: 'POST', note: 'device_code' })
  })

  it("[case 27] a sign-in that the user cancelled isn't an error", () => {
    const { response: _, ...ended } = exchange({ purpose: 'authorization', error: { code: 'cancelled', message: 'Cancelled.' } })
    expect(arrowsOf([ended]).at(-1)).toMatchObject({ state: 'given-up', head: 'no response', note: 'cancelled' })
  })

  it('[O18] tells the story of a login window', () => {
    const login = exchange({
      purpose: 'authorization',
      duration: 8_000,
      request: {
        method: 'GET',
        url: 'http://127.0.0.1:4011/auth?client_id=a',
        headers: [],
        parameters: [
          ['response_type', 'code'],
          ['code_challenge', 'c'],
        ],
      },
      response: {
        status: 0,
        statusText: '',
        headers: [],
        parameters: [
          ['code', '‹code›'],
          ['state', 's'],
        ],
      },
    })
    expect(
      arrowsOf([login]).map((arrow) => `${arrow.from}>${arrow.to} ${arrow.head} ${arrow.code} ${arrow.note}`.trim()),
    ).toEqual([
      'assay>browser opens',
      'browser>provider GET /auth code, PKCE',
      'tester>browser signs in',
      'provider>browser redirects code, state',
      'browser>assay callback',
    ])
  })

  it('[H12] says that a user signed in only if one did', () => {
    const heads = (...all: Exchange[]) => arrowsOf(all).map(({ head }) => head)
    const answered = { status: 0, statusText: '', headers: [], parameters: [['code', '‹code›']] as [string, string][] }
    const login = (over: Partial<Exchange>) =>
      exchange({ purpose: 'authorization', duration: 8_000, response: answered, ...over })
    const issued = (claims: object) => exchange({ tokens: [{ name: 'id_token', header: '{}', claims: JSON.stringify(claims) }] })
    expect(heads(login({}))).toContain('signs in')
    // Signed in before: the window was back at once.
    expect(heads(login({ duration: 240 }))).not.toContain('signs in')
    expect(heads(login({}), issued({ iat: 1_795_000_000, auth_time: 1_794_990_000 }))).not.toContain('signs in')
    expect(heads(login({ duration: 400 }), issued({ iat: 1_795_000_000, auth_time: 1_795_000_000 }))).toContain('signs in')
    // Another sign-in's token says nothing of this one.
    expect(
      heads(login({ duration: 240 }), login({}), issued({ iat: 9, auth_time: 9 })).filter((head) => head === 'signs in'),
    ).toHaveLength(1)
    const silent = login({})
    silent.request = { ...silent.request, parameters: [['prompt', 'none']] }
    expect(heads(silent)).not.toContain('signs in')
    const refused = login({ response: { ...answered, parameters: [['error', 'login_required']] } })
    expect(heads(refused)).not.toContain('signs in')
  })

  it("[H12] a device that waits for approval isn't an error", () => {
    const answered = (error: string) =>
      exchange({ response: { status: 400, statusText: '', headers: [], text: JSON.stringify({ error }) } })
    const states = arrowsOf(['authorization_pending', 'slow_down', 'access_denied'].map(answered)).map(({ state }) => state)
    expect(states).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'bad'])
  })

  it('[H12] tells sizes as they were on the wire, whatever is masked', () => {
    const userinfo = exchange({
      purpose: 'userinfo',
      response: { status: 200, statusText: '', headers: [], text: '{"sub":"‹sub›"}', size: 4_321 },
    })
    expect(arrowsOf([userinfo])[1]?.note).toBe('4.3 kB')
    expect(
      harRecord.write({
        step: '',
        startedAt: '',
        outcome: undefined,
        message: undefined,
        hint: undefined,
        exchanges: [userinfo],
      }),
    ).toContain('"size": 4321')
  })

  it('[O18] does not call a 404 of an API an error of the exchange', () => {
    expect(arrowsOf([exchange({ purpose: 'request', response: { status: 404, statusText: '', headers: [] } })])[1]?.state).toBe(
      'ok',
    )
  })
})

it('[O18] places arrows between their lanes, and no label over a lane that the arrow passes', () => {
  const arrows = arrowsOf([exchange({}), exchange({ id: 'x2', purpose: 'request' })])
  expect(span(arrows[0]!, lanesOf(arrows.slice(0, 2)))).toEqual({ left: 14, width: 72, middle: 50, room: 72, toLeft: false })
  expect(span(arrows[1]!, lanesOf(arrows)).toLeft).toBe(true)
  // Assay, provider, API: the words stand before the provider's lane, on the way back behind it.
  expect(span(arrows[2]!, lanesOf(arrows))).toMatchObject({ left: 14, width: 72, middle: 32, room: 36 })
  expect(span(arrows[3]!, lanesOf(arrows))).toMatchObject({ middle: 68, room: 36, toLeft: true })
})

describe('linesOf', () => {
  const poll = (id: string) =>
    exchange({ id, response: { status: 400, statusText: '', headers: [], text: '{"error":"authorization_pending"}' } })

  it('[O5, O18] draws repeated polls once with their count, and every message is of one line', () => {
    const arrows = arrowsOf([exchange({ id: 'first' }), ...['a', 'b', 'c', 'd'].map(poll), exchange({ id: 'last' })])
    const lines = linesOf(arrows)
    expect(lines.map(({ arrow, times, index }) => [arrow.id, times, index])).toEqual([
      ['first.request', 1, 0],
      ['first.response', 1, 1],
      ['a.request', 4, 2],
      ['a.response', 4, 3],
      ['last.request', 1, 10],
      ['last.response', 1, 11],
    ])
    expect(lines.flatMap(({ ids }) => ids).toSorted()).toEqual(arrows.map(({ id }) => id).toSorted())
  })

  it('[O18] leaves two alike as they are, and what different steps sent apart', () => {
    expect(linesOf(arrowsOf(['a', 'b'].map(poll)))).toHaveLength(4)
    expect(linesOf(arrowsOf(['a', 'b', 'c'].map(poll)), () => false)).toHaveLength(6)
  })
})

it('[R10] an invalid URL is left unchanged', () => {
  expect(pathOf('http://a.test/b?c=1')).toBe('/b?c=1')
  expect(pathOf('not an address')).toBe('not an address')
})
