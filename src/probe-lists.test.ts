import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { genericTokenEndpointRequest } from 'oauth4webapi'
import { predicateFacts, predicateNames, type PredicateFacts } from '#engine/checks/facts.ts'
import { predicates } from '#engine/checks/index.ts'
import type { Predicate } from '#engine/checks/predicate.ts'
import { sourceFacts, sourceNames, type SourceFacts, type SourceName } from '#engine/extractors/facts.ts'
import { extractors } from '#engine/extractors/index.ts'
import { headerValue } from '#engine/extractors/response-view.ts'
import type { Extractor } from '#engine/extractors/source.ts'
import { adviceFor } from '#engine/oauth/advice.ts'
import { grantFacts, grantTypes, type GrantType } from '#engine/oauth/grants/facts.ts'
import type { GrantFacts } from '#engine/oauth/grants/grant-facts.ts'
import type { GrantTexts } from '#engine/oauth/grants/grant-texts.ts'
import type { Grant } from '#engine/oauth/grants/grant.ts'
import { grants } from '#engine/oauth/grants/index.ts'
import { grantTexts } from '#engine/oauth/grants/texts.ts'
import { requestToken } from '#engine/oauth/grants/token-request.ts'
import type { HttpRequest } from '#engine/ports/index.ts'
import { sentBodyText, createScriptedHttp } from '#engine/ports/testing/index.ts'
import { lazyProblems } from '#engine/project/check/lazy-problems.ts'
import { negativeOffers } from '#engine/derived-tests/negative/kinds.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { reporters } from '#engine/reporters/index.ts'
import { junitReporter } from '#engine/reporters/junit/index.ts'
import { reportOf } from '#engine/reporters/report-of.ts'
import type { ReporterEntry } from '#engine/reporters/reporter.ts'
import { runProject } from '#engine/runner/testing/run-project.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { main } from '#companion/main.ts'
import { createTestHost } from '#companion/testing/test-host.ts'
import { changePredicate, newCheck } from '#ui/steps/assertion/checks.ts'
import { contradictionsOf } from '#ui/steps/oauth2/advice/contradictions.ts'
import { endpointsOf, fieldsOf } from '#ui/steps/oauth2/fields-of-grant.ts'
import { changeSource } from '#ui/steps/values/sources.ts'

const grantName = 'urn:test:probe'
const probeGrant = 'Probe' as GrantType
const probeSource = 'probe' as SourceName

/** All that there is to a grant, a predicate, a source and a reporter: what each list says of it. Nothing else in the product knows them. */
const entries: [list: object, name: string, entry: unknown][] = [
  [predicateFacts, 'is-probe', { title: 'is the probe', expects: 'value' } satisfies PredicateFacts],
  [predicates, 'is-probe', ((actual, expected) => actual === `probe ${String(expected)}`) satisfies Predicate],
  [
    sourceFacts,
    'probe',
    { title: 'probe of a header', reads: 'response', needs: { key: 'name', example: 'x-order' } } satisfies SourceFacts,
  ],
  [extractors, 'probe', (({ name = '' }, from) => `probe ${headerValue(from.response().headers, name)}`) satisfies Extractor],
  [
    grantFacts,
    'Probe',
    {
      title: 'Probe Grant',
      name: grantName,
      endpoints: ['tokenEndpoint'],
      client: 'proves',
      refreshes: false,
    } satisfies GrantFacts,
  ],
  [
    grantTexts,
    'Probe',
    {
      meaning: { request: 'The probe asks for a token.', reference: 'none' },
      hints: new Map([['invalid_grant', 'Look at the probe.']]),
      advice: { id: 'probe', title: 'A probe', text: 'It is for tests.', reference: 'none' },
    } satisfies GrantTexts,
  ],
  [
    grants,
    'Probe',
    (async (context, settings, provider) => ({
      answer: await requestToken(context, settings, provider, (as, client, proof, options) =>
        genericTokenEndpointRequest(as, client, proof, grantName, new URLSearchParams(), options),
      ),
    })) satisfies Grant,
  ],
  [
    reporters,
    'probe',
    {
      wants: { bodies: true },
      load: async () => ({
        id: 'probe',
        create: (write, body) => (event) => {
          const id = event.type === 'exchanged' ? event.exchange.response?.body?.id : undefined
          if (id !== undefined) write(`read: ${new TextDecoder().decode(body(id))}\n`)
          if (event.type === 'run-finished') write(`ended: ${event.outcome}\n`)
        },
      }),
    } satisfies ReporterEntry,
  ],
]
const names: [names: string[], name: string][] = [
  [predicateNames, 'is-probe'],
  [sourceNames, 'probe'],
  [grantTypes, 'Probe'],
]

// For good: this file has a process of its own.
for (const [list, name, entry] of entries) Object.assign(list, { [name]: entry })
for (const [list, name] of names) list.push(name)

/** A project that uses all three, as a file. */
const fileOf = (check: object, token: object = {}): string =>
  JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'p',
    name: 'P',
    variables: [{ name: 'secret', value: 's3cret-0123456789' }],
    suites: [
      {
        id: 's',
        name: 'S',
        cases: [
          {
            id: 'c',
            name: 'C',
            steps: [
              {
                id: 't',
                kind: 'oauth2',
                name: 'Get token',
                grantType: 'Probe',
                clientId: 'orders',
                clientSecret: '${secret}',
                tokenEndpoint: 'http://127.0.0.1/token',
                ...token,
              },
              {
                id: 'r',
                kind: 'send-request',
                name: 'Request',
                url: 'http://127.0.0.1/orders',
                headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
              },
              { id: 'a', kind: 'assertion', name: 'Check', checks: [check] },
            ],
          },
        ],
      },
    ],
  })

function read(text: string): Project {
  const result = readProject(text)
  if (!result.ok) throw new Error(result.error.message)
  return result.value.project
}
const good = { source: 'probe', name: 'x-order', is: 'is-probe', value: '7' }
const tokenStep = (project: Project) => project.suites[0]!.cases[0]!.steps.find(isOAuth2Step)!

const runAt = (project: Project, refused = false) => {
  const http = createScriptedHttp(({ url }: HttpRequest) => {
    if (!url.endsWith('/token')) return { headers: [['x-order', '7']] }
    if (refused) return { status: 400, json: { error: 'invalid_grant' } }
    return { json: { access_token: 'access-0123456789', token_type: 'Bearer', expires_in: 60 } }
  })
  return runProject(project, { ports: { http } }).then((result) => ({ ...result, http }))
}

describe('a grant, a predicate and a source that only their lists know', () => {
  it('[T3] [O1] are read from a file and written as they were', () => {
    const project = read(fileOf(good))
    expect(tokenStep(project).grantType).toBe('Probe')
    expect(writeProject(read(writeProject(project)))).toBe(writeProject(project))
    expect(JSON.parse(writeProject(project)).suites[0].cases[0].steps[2].checks).toEqual([good])
  })

  it('[T4] are checked: what they need is missed where it is not there', async () => {
    const project = read(fileOf({ source: 'probe', is: 'is-probe' }, { clientSecret: undefined, tokenEndpoint: '' }))
    expect(problemsOf(project).map(({ text }) => text)).toEqual([
      'the source "probe" needs a name',
      '"is-probe" needs a "value" to compare with',
    ])
    expect((await lazyProblems(project)).map(({ text }) => text)).toEqual([
      'Probe Grant needs a client secret: enter one or use a variable.',
      'Enter a Discovery Endpoint or a Token Endpoint.',
    ])
  })

  it('[T9] [O1] run: the token is got by the grant, the check judged by the predicate', async () => {
    const { report, http, events } = await runAt(read(fileOf(good)))
    expect(report.outcome).toBe('passed')
    expect(new URLSearchParams(sentBodyText(http.requests[0]?.body)).get('grant_type')).toBe(grantName)
    expect(http.requests[1]?.headers).toContainEqual(['Authorization', 'Bearer access-0123456789'])
    const checked = events.flatMap((event) => (event.type === 'checked' ? [event.check] : []))
    expect(checked).toMatchObject([{ passed: true, subject: 'probe x-order', expected: 'is-probe string "7"' }])
    expect(JSON.stringify(events)).toContain('The probe asks for a token.')
  })

  it('[T9] stand in JUnit: what was expected, and what a refusal asks for', async () => {
    const failed = await runAt(read(fileOf({ ...good, value: '8' })))
    expect(reportOf(junitReporter, failed.events)).toContain(
      ['  probe x-order', '    expected: is-probe string "8"', '    actual:   string "probe 7"'].join('\n'),
    )
    const refused = await runAt(read(fileOf(good)), true)
    expect(reportOf(junitReporter, refused.events)).toContain('Look at the probe.')
  })

  it("[T3] [O1] stand in the page's lists, with the fields that they need", () => {
    const check = newCheck([])
    changeSource(check, probeSource)
    changePredicate(check, predicateNames.at(-1)!)
    expect(check).toEqual({ source: 'probe', name: '', not: false, is: 'is-probe', value: 200 })
    expect(sourceNames.at(-1)).toBe('probe')
    expect(grantTypes.at(-1)).toBe('Probe')
    expect(endpointsOf(probeGrant)).toEqual(['tokenEndpoint'])
    expect(fieldsOf(probeGrant)).toMatchObject({
      clientAuthentication: true,
      refreshEndpoint: false,
      pkce: false,
      loginTimeout: false,
    })
  })

  it('[O2] [O18] are known to the summary, to discovery, to the advice and to the negative tests', () => {
    const project = read(fileOf(good))
    const step = tokenStep(project)
    const offers = negativeOffers(project.suites[0]!.cases[0]!, step)
    expect(factsOf(step).summary(step)[0]?.text).toBe('OAuth2 · Probe Grant → ')
    expect(contradictionsOf(step, { issuer: '', endpoints: {}, scopes: [], grantTypes: ['implicit'] }).grant).toContain(
      'Probe Grant',
    )
    expect(adviceFor(step)[0]?.id).toBe('probe')
    expect(offers.find(({ kind }) => kind === 'wrong-secret')?.unfit).toBeUndefined()
    expect(offers.find(({ kind }) => kind === 'replayed-code')?.unfit).toBeDefined()
  })
})

describe('a reporter that only its list knows', () => {
  it('[T9] is asked for by its name, and gets the bodies that it wants', async () => {
    const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const folder = mkdtempSync(join(tmpdir(), 'assay-probe-'))
    const file = join(folder, 'probe.aprj')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const steps = [{ id: 'r', kind: 'send-request', name: 'Ask', url }]
    const suites = [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', steps }] }]
    writeFileSync(file, JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', suites }))
    try {
      const host = createTestHost()
      expect(await main(['run', file, '--reporter', 'probe'], host)).toBe(0)
      expect(host.printed).toBe('read: hello\nended: passed\n')
    } finally {
      server.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('is named to who asks for another', async () => {
    const host = createTestHost()
    expect(await main(['run', 'any.aprj', '--reporter', 'prob'], host)).toBe(2)
    expect(host.said).toContain(
      'Unknown reporter "prob". Available: list, junit, html, json, events, har, ctrf, github, tap, allure, probe.',
    )
  })
})
