import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScriptedHttp, memorySecrets } from '#engine/ports/testing/index.ts'
import { missingInputs } from '#engine/runner/plan/missing-inputs.ts'
import { projectOf, runProject } from '#engine/runner/testing/run-project.ts'
import { fuzzRuns } from '../../../e2e/fuzz-runs.ts'
import { companionNeeds } from './companion-needs.ts'
import { unknownVariables } from './check/unknown-variables.ts'
import { inheritCredentials } from './inherit-credentials.ts'
import { caseAsSent, caseInPlace, ownHeaders, withInherited } from './headers-sent.ts'
import { type HeaderLevels, inheritedHeaders, levelsOf } from './inherited-headers.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { negativeCases } from '#engine/derived-tests/negative/cases.ts'
import { literalSecrets } from './problems/literal-secrets.ts'
import { problemsOf } from './problems/problems.ts'

type Row = [name: string, value: string, off?: 'off']

const rows = (list: readonly Row[]) => list.map(([name, value, off]) => ({ name, value, disabled: off !== undefined }))

interface Given {
  project?: Row[]
  suite?: Row[]
  case?: Row[]
  own?: Row[]
  step?: object
  more?: object
}

const given = ({ project = [], suite = [], case: one = [], own = [], step = {}, more = {} }: Given) =>
  projectOf({
    name: 'Shop',
    headers: rows(project),
    suites: [
      {
        id: 's',
        name: 'Orders',
        headers: rows(suite),
        cases: [
          {
            id: 'c',
            name: 'Create',
            headers: rows(one),
            steps: [{ id: 'r', kind: 'send-request', name: 'Send', url: 'http://127.0.0.1/', headers: rows(own), ...step }],
          },
        ],
      },
    ],
    ...more,
  })

/** What goes out, as `name: value`. */
async function sent(parts: Given, secrets: Record<string, string> = {}) {
  const http = createScriptedHttp([{}])
  const run = await runProject(given(parts), { ports: { http, secrets: memorySecrets(secrets) } })
  return {
    headers: http.requests[0]?.headers.map(([name, value]) => `${name}: ${value}`),
    step: run.steps[0],
    events: run.events,
  }
}

describe('headers that requests inherit (decision 24)', () => {
  it.each<[string, Given, string[]]>([
    ['of a name counts who is nearest', { project: [['X-A', '1']], suite: [['x-a', '2']], case: [['X-a', '3']] }, ['X-a: 3']],
    ['the request comes before all', { project: [['X-A', '1']], own: [['x-a', '4']] }, ['x-a: 4']],
    ['names that differ come together', { project: [['X-A', '1']], suite: [['X-B', '2']] }, ['X-A: 1', 'X-B: 2']],
    ['one that is off leaves it out', { suite: [['Authorization', 'Bearer t']], own: [['authorization', '', 'off']] }, []],
    ['a suite can leave out too', { project: [['X-A', '1']], suite: [['X-A', '', 'off']] }, []],
    [
      'and its case can send it again',
      { project: [['X-A', '1']], suite: [['X-A', '', 'off']], case: [['X-A', '3']] },
      ['X-A: 3'],
    ],
    ['rows of one name stay together', { suite: [['X-A', '1'], ['X-A', '2']] }, ['X-A: 1', 'X-A: 2']], // prettier-ignore
    ['a row without a name is none', { suite: [['', 'x'], [' ', 'y']] }, []], // prettier-ignore
  ])('%s', async (_, parts, expected) => {
    expect((await sent(parts)).headers).toEqual(expected)
  })

  it('a body says what it is, but JSON is what an inherited Content-Type says', async () => {
    const suite: Row[] = [['Content-Type', 'application/vnd.api+json']]
    const body = async (one: object) => (await sent({ suite, step: { method: 'POST', body: one } })).headers
    expect(await body({ type: 'json', text: '{}' })).toEqual(['Content-Type: application/vnd.api+json'])
    expect(await body({ type: 'form', fields: [{ name: 'a', value: 'b' }] })).toEqual([
      'Content-Type: application/x-www-form-urlencoded',
    ])
    expect(await body({ type: 'text', mediaType: 'text/csv', text: 'a' })).toEqual(['Content-Type: text/csv'])
  })

  it('Basic and masking are those of a header of its own; an OAuth2 step inherits nothing', async () => {
    const variables = [{ name: 'password', value: { secret: 'p' } }]
    const { headers, events } = await sent(
      { suite: [['Authorization', 'Basic ann:${password}']], more: { variables } },
      { p: 'hunter22' },
    )
    expect(headers).toEqual(['Authorization: Basic YW5uOmh1bnRlcjIy'])
    expect(JSON.stringify(events)).not.toMatch(/YW5uOmh1bnRlcjIy|hunter22/)
    const steps = [{ id: 't', kind: 'oauth2', name: 'Token', grantType: 'ClientCredentials' }]
    const project = projectOf({
      headers: rows([['X-A', '1']]),
      suites: [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', steps }] }],
    })
    expect(withInherited(project).suites[0]?.cases[0]?.steps).toEqual(project.suites[0]?.cases[0]?.steps)
  })

  it('reports an invalid header with its place', async () => {
    const { step } = await sent({ suite: [['X-A', '1'], ['X-T', '${tenent}']] }) // prettier-ignore
    expect(step).toMatchObject({ outcome: 'broken' })
    expect(JSON.stringify(step)).toContain('Header 2 of suite Orders')
    const tell = (project: ReturnType<typeof given>) => problemsOf(project).map(({ path }) => path)
    expect(tell(given({ project: [['X-A', '${']], suite: [['X-B', '${']], case: [['X-C', '${']] }))).toEqual([
      'headers > X-A > value',
      'suites > Orders > headers > X-B > value',
      'suites > Orders > Create > headers > X-C > value',
    ])
  })

  it('assay check knows variables and secrets in clear of them, each told once at its place', () => {
    const project = given({
      project: [['X-T', '${tenent}']],
      suite: [['X-API-Key', 'abcdefgh']],
      case: [['X-U', '${usr}${tenant}']],
      more: { variables: [{ name: 'tenant', value: 'a' }] },
    })
    const [suite] = project.suites
    if (suite?.cases[0]) suite.cases.push({ ...suite.cases[0], id: 'c2', name: 'Again' })
    expect(unknownVariables(project).map(({ place, at }) => [place.join('.'), at])).toEqual([
      ['headers.0.value', {}],
      ['suites.0.cases.0.headers.0.value', { suite: 's', case: 'c' }],
      ['suites.0.cases.1.headers.0.value', { suite: 's', case: 'c2' }],
    ])
    expect(literalSecrets(project).map(({ path }) => path)).toEqual(['suites > Orders > headers > X-API-Key'])
  })

  it('what a browser can’t send, and what a step by itself lacks, is seen in them', () => {
    expect(companionNeeds(given({ project: [['Cookie', 'a=b']] }))).toMatchObject([{ step: 'r', limit: 'set the Cookie header' }])
    expect(companionNeeds(given({ project: [['Cookie', 'a=b']], own: [['Cookie', '', 'off']] }))).toEqual([])
    const project = given({ suite: [['X-Order', '${order_id}']] })
    project.suites[0]?.cases[0]?.steps.unshift(
      ...(projectOf({
        suites: [
          {
            id: 'x',
            name: 'X',
            cases: [
              {
                id: 'y',
                name: 'Y',
                steps: [
                  {
                    id: 'k',
                    kind: 'data-transfer',
                    name: 'Keep',
                    transfers: [{ source: 'json', path: '$.id', to: 'order_id', scope: 'TestCase' }],
                  },
                ],
              },
            ],
          },
        ],
      }).suites[0]?.cases[0]?.steps ?? []),
    )
    const lacks = missingInputs(project, { selection: { step: { case: 'c', step: 'r' } } }, () => false)
    expect(lacks).toMatchObject([{ variable: 'order_id', step: { id: 'k' } }])
  })

  it('a project without any is the project itself, and done twice it is the same', () => {
    const plain = given({ own: [['X-A', '1']] })
    expect(withInherited(plain)).toBe(plain)
    const whole = withInherited(given({ project: [['X-A', '1']] }))
    expect(withInherited(whole)).toEqual(whole)
  })

  it('rows of its own that are worked out from what is to be sent send exactly that', () => {
    const row = fc.record({
      name: fc.constantFrom('A', 'a', 'B', 'C '),
      value: fc.constantFrom('1', '2', ''),
      disabled: fc.boolean(),
    })
    const list = fc.array(row, { maxLength: 5 })
    const none = { name: '', variables: [], headers: [] }
    const on = (all: readonly { name: string; value: string; disabled: boolean }[]) =>
      ['a', 'b', 'c'].map((key) =>
        all.filter((one) => !one.disabled && one.name.trim().toLowerCase() === key).map(({ value }) => value),
      )
    fc.assert(
      fc.property(list, list, (outer, wanted) => {
        const own = ownHeaders(outer, wanted)
        const levels = levelsOf({ name: 'P', headers: outer }, none, none)
        expect(on([...own, ...inheritedHeaders({ headers: own, body: { type: 'none' } }, levels)])).toEqual(on(wanted))
      }),
      { numRuns: fuzzRuns(300) },
    )
  })

  it('tests derived from a case use the token that it inherits, and send exactly what they test in their new place', () => {
    const project = given({ suite: [['Authorization', 'Bearer ${access_token}'], ['X-Tenant', '7']] }) // prettier-ignore
    const [suite] = project.suites
    const [one] = suite?.cases ?? []
    const [token] = projectOf({
      suites: [
        {
          id: 'x',
          name: 'X',
          cases: [{ id: 'y', name: 'Y', steps: [{ id: 't', kind: 'oauth2', name: 'T', grantType: 'ClientCredentials' }] }],
        },
      ],
    }).suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps))
    if (!suite || !one || !isOAuth2Step(token)) throw new Error('unreachable')
    one.steps.unshift(token)
    const whole = caseAsSent(one, levelsOf(project, suite, one))
    let ids = 0
    const around: HeaderLevels = [
      { level: 'project', holder: project },
      { level: 'suite', holder: suite },
    ]
    const made = negativeCases(whole, token, ['expired-token', 'token-in-query'], () => `n${++ids}`)
    suite.cases = made.map((test) => caseInPlace(test, around))
    const headers = (of: typeof project) =>
      of.suites[0]?.cases.map(({ steps }) =>
        steps
          .filter(isSendRequestStep)
          .map((step) => step.headers.map(({ name, value, disabled }) => [name, disabled ? 'off' : value])),
      )
    // What is as it is inherited is not written again.
    expect(headers(project)).toEqual([[[['Authorization', 'Bearer ${expired_token}']]], [[['Authorization', 'off']]]])
    expect(headers(withInherited(project))).toEqual([
      [[['Authorization', 'Bearer ${expired_token}'], ['X-Tenant', '7']]],
      [[['Authorization', 'off'], ['X-Tenant', '7']]],
    ]) // prettier-ignore
  })

  it('a request from an API definition uses the authorization of its place, and adds no steps to get another', () => {
    const secret = { name: 'clientSecret', value: { secret: 's' }, description: '' }
    const base = { name: 'baseUrl', value: '', description: '' }
    const steps = projectOf({
      suites: [
        {
          id: 's',
          name: 'S',
          cases: [
            {
              id: 'c',
              name: 'C',
              steps: [
                { id: 't', kind: 'oauth2', name: 'T', grantType: 'ClientCredentials', clientSecret: '${clientSecret}' },
                {
                  id: 'r',
                  kind: 'send-request',
                  name: 'R',
                  url: '${baseUrl}/',
                  headers: rows([['Authorization', 'Bearer ${access_token}'], ['X-Trace', '1']]),
                },
              ],
            },
          ],
        },
      ],
    }).suites.flatMap(({ cases }) => cases.flatMap((one) => one.steps)) // prettier-ignore
    const [token, request] = steps
    if (!token || !request) throw new Error('unreachable')
    const made = { before: [token], request, projectVariables: [base, secret] }
    const put = (suite: Row[]) => inheritCredentials(made, [{ level: 'suite', holder: { name: 'S', headers: rows(suite) } }])
    expect(put([['X-Trace', '2']])).toBe(made)
    expect(put([['Authorization', 'off', 'off']])).toBe(made)
    expect(put([['authorization', 'Basic ${u}:${p}']])).toMatchObject({
      before: [],
      request: { headers: [{ name: 'X-Trace' }] },
      projectVariables: [{ name: 'baseUrl' }],
    })
  })
})
