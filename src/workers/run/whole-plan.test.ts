import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { jsonText } from '#engine/base/encoding/json-text.ts'
import { readProject } from '#engine/project/format/read.ts'
import { plan, type Plan } from '#engine/runner/plan/plan.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import { createRelayedHttp } from '#platform/browser/companion/relayed-http.ts'
import { onlyPlanned, whyNotWhole } from './whole-plan.ts'

beforeEach(() => void vi.stubGlobal('self', { location: new URL('https://app.test/') }))
afterEach(() => vi.unstubAllGlobals())

const request = (more: object = {}) => ({ id: 'r', kind: 'send-request', name: 'R', url: '${api}/orders', ...more })
const token = (more: object = {}) => ({
  id: 't',
  kind: 'oauth2',
  name: 'T',
  grantType: 'ClientCredentials',
  clientId: 'c',
  ...more,
})

function planned(steps: object[], more: object = {}, options: RunOptions = {}): Plan {
  const text = JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'p',
    name: 'P',
    variables: [{ name: 'api', value: 'https://api.example.com' }],
    connections: [
      { id: 'lite', name: 'Lite', driver: 'sqlite', file: 'a.db' },
      { id: 'server', name: 'Server', driver: 'postgres', host: 'db', database: 'd', user: 'u' },
    ],
    suites: [
      {
        id: 's',
        name: 'S',
        cases: [
          { id: 'c', name: 'C', steps },
          { id: 'other', name: 'Other' },
        ],
      },
    ],
    ...more,
  })
  const read = readProject(new TextEncoder().encode(text))
  if (!read.ok) throw read.error
  const found = plan(read.value.project, options)
  if (!found.ok) throw found.error
  return found.value
}

const refused = createRelayedHttp({ send: () => Promise.reject(new AssayError('http-cors', 'refused')) })
const hosts = new Set(['127.0.0.1'])
const why = (...given: Parameters<typeof planned>) =>
  whyNotWhole(planned(...given), (asked, url) =>
    createRelayedHttp({ send: () => Promise.reject(new Error()) }).atOnce(asked, url, hosts),
  )

const environment = (more: object) => ({ environments: [{ id: 'e', name: 'E', ...more }] })
const inE: RunOptions = { environment: 'e' }

describe('[P5] a run goes to the companion whole where it does all of it as the page would', () => {
  it.each<[what: string, expected: string | undefined, ...Parameters<typeof planned>]>([
    ['says so', undefined, [request({ via: 'companion' })]],
    ['says browser', 'browser', [request({ via: 'companion' }), request({ id: 'b', via: 'browser' })]],
    ['is disabled', undefined, [request({ via: 'companion' }), request({ id: 'b', via: 'browser', disabled: true })]],
    ['reads, which the browser tries first', 'browser', [request()]],
    ['writes to a public host', undefined, [request({ method: 'post' })]],
    ['writes to a private host that was not allowed', 'browser', [request({ method: 'POST', url: 'https://10.0.0.1/' })]],
    ['writes to one that was', undefined, [request({ method: 'POST', url: 'http://127.0.0.1:8080/x${y}' })]],
    ['writes to a host of which half is known', 'browser', [request({ method: 'POST', url: 'https://${host}.example.com/' })]],
    ['has a method that is known in the run', 'browser', [request({ method: '${method}' })]],
    [
      'has a header that no browser sends',
      undefined,
      [request({ url: '${unknown}', headers: [{ name: 'Cookie', value: 'a=b' }] })],
    ],
    ['has such a header that is disabled', 'browser', [request({ headers: [{ name: 'Cookie', disabled: true }] })]],
    ['has a header that may be one', 'browser', [request({ headers: [{ name: '${header}' }] })]],
    ['goes by http: from a page of https:', undefined, [request({ url: 'http://api.example.com/' })]],
    [
      'goes to a host whose certificate is not judged',
      undefined,
      [request()],
      environment({ insecureHosts: ['api.example.com'] }),
      inE,
    ],
    [
      'goes where an environment leads, which is not allowed',
      'browser',
      [request({ method: 'POST' })],
      environment({ variables: [{ name: 'api', value: 'https://intranet' }] }),
      inE,
    ],
    ['goes where the run leads', 'browser', [request({ method: 'POST' })], {}, { variables: { api: 'https://intranet' } }],
    [
      'goes where a step leads',
      'browser',
      [
        request({ via: 'companion' }),
        { id: 'x', kind: 'data-transfer', name: 'X', transfers: [{ source: 'text', to: 'api' }] },
        request({ id: 'w', method: 'POST' }),
      ],
    ],
    [
      'goes where a secret says',
      'browser',
      [request({ method: 'POST' })],
      { variables: [{ name: 'api', value: { secret: 's' } }] },
    ],
    ['sends a file', 'file', [request({ via: 'companion', body: { type: 'file', file: 'a.bin' } })]],
    [
      'sends a part that is a file',
      'file',
      [request({ via: 'companion', body: { type: 'multipart', parts: [{ name: 'a', file: 'a.bin' }] } })],
    ],
    ['gets a token by discovery', 'browser', [token({ discoveryEndpoint: '${api}/x' })]],
    ['gets a token from a typed endpoint', undefined, [token({ tokenEndpoint: '${api}/token' })]],
    ['gets a token from a host that was not allowed', 'browser', [token({ tokenEndpoint: 'https://10.0.0.1/token' })]],
    ['needs a person', 'person', [token({ grantType: 'AuthorizationCode', tokenEndpoint: '${api}/token' })]],
    [
      'has a script for one',
      undefined,
      [token({ grantType: 'AuthorizationCode', tokenEndpoint: '${api}/token', automation: { enabled: true, script: [] } })],
    ],
    ['asks a file of SQLite', 'database', [{ id: 'q', kind: 'sql', name: 'Q', connection: 'lite', query: 'select 1' }]],
    ['asks a server', undefined, [{ id: 'q', kind: 'sql', name: 'Q', connection: 'server', query: 'select 1' }]],
    ...(
      [
        ['a file', 'file', { kind: 'csv', file: 'rows.csv' }],
        ['rows that stand in it', undefined, { kind: 'csv', text: 'a\n1' }],
        ['a query of a file of SQLite', 'database', { kind: 'query', connection: 'lite', query: 'select 1' }],
        ['a query of a server', undefined, { kind: 'query', connection: 'server', query: 'select 1' }],
      ] as const
    ).map(([what, expected, source]): [string, string | undefined, object[], object] => [
      `goes through ${what}`,
      expected,
      [
        { id: 'l', kind: 'loop-start', name: 'L', dataSource: 'd', mapping: [{ column: 'a', variable: 'v' }] },
        request({ via: 'companion' }),
        { id: 'm', kind: 'loop-end', name: 'M' },
      ],
      { dataSources: [{ id: 'd', name: 'D', ...source }] },
    ]),
    ['stays in the engine', undefined, [{ id: 'w', kind: 'wait', name: 'W', seconds: 1 }]],
    ['is one step by itself', 'one step', [request({ via: 'companion' })], {}, { selection: { step: { case: 'c', step: 'r' } } }],
  ])('whose step %s: %s', (_, expected, ...given) => expect(why(...given)).toBe(expected))

  it('and to an origin that has refused this page before', async () => {
    const { signal } = new AbortController()
    const asked = { method: 'GET', headers: [], redirect: 'follow' as const, timeout: 1, maxBytes: 1 }
    const find = () => whyNotWhole(planned([request()]), (one, url) => refused.atOnce(one, url, hosts))
    expect(find()).toBe('browser')
    const session = { hosts, call: () => Promise.reject(new AssayError('http-unreachable', 'gone')) } as never
    await refused
      .port(async () => session)
      .send({ ...asked, url: 'https://api.example.com/' }, signal)
      .catch(() => undefined)
    expect(find()).toBeUndefined()
  })
})

it('[P5] a case that needs the token of one that is not run is carried out in the page: that one does not go there', () => {
  const login = token({ tokenEndpoint: 'https://api.example.com/token' })
  const asks = request({ via: 'companion', headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }] })
  const cases = [
    { id: 'c', name: 'C', steps: [login] },
    { id: 'other', name: 'Other', steps: [asks] },
  ]
  const suites = { suites: [{ id: 's', name: 'S', cases }] }
  expect(why([], suites)).toBeUndefined()
  expect(planned([], suites, { selection: { cases: ['other'] } }).total.steps).toBe(2)
  expect(why([], suites, { selection: { cases: ['other'] } })).toBe('other case')
})

it('[P5] what goes there of a project is what its run needs, and the plan is the same', () => {
  const whole = planned(
    [request(), request({ id: 'up' }), request({ id: 'not' })],
    { sealed: { format: 'age', text: 'x' }, headers: [{ name: 'x-all', value: '1' }] },
    {
      selection: { upTo: { case: 'c', step: 'up' } },
    },
  )
  const { project, options } = onlyPlanned(whole)
  const read = readProject(new TextEncoder().encode(jsonText(project)))
  const again = read.ok ? plan(read.value.project, options) : undefined
  const casesOf = ({ suites }: Plan) => suites.map(({ cases }) => cases)
  expect(again?.ok && casesOf(again.value)).toEqual(casesOf(whole))
  expect(project.suites[0]?.cases.map(({ id }) => id)).toEqual(['c'])
  expect(project.sealed).toBeUndefined()
  const byTag = planned([request()], {}, { selection: { cases: ['other'] } })
  expect(onlyPlanned(byTag).project.suites[0]?.cases.map(({ id }) => id)).toEqual(['other'])
})
