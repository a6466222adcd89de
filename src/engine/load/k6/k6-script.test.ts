import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { predicateNames } from '#engine/checks/facts.ts'
import { projectOf, projectOfSteps } from '#engine/runner/testing/run-project.ts'
import { layOut } from './code.ts'
import { withNeeded } from './runtime/index.ts'
import { segmentsOf } from './json-path.ts'
import { k6Script } from './k6-script.ts'
import { Script } from './script.ts'
import { compare, loadTestOf, scriptOf } from './testing/compare.ts'
import { everything } from './testing/everything.ts'
import { answer, checks, judged, send, withCode } from './testing/judged.ts'
import { runScript } from './testing/run-script.ts'

describe('[T8] a k6 script', () => {
  it.each([
    [undefined, [0, 1, 2, 3, 4, 5]],
    ['case', [0, 0, 1, 2, 2, 3]],
    ['suite', [0, 0, 0, 1, 1, 1]],
    ['run', [0, 0, 0, 0, 0, 0]],
  ])('[X8] its requests share jars as those of a run: %s', async (cookies, expected) => {
    const request = (id: string) => ({ id, kind: 'send-request', name: id, url: 'http://127.0.0.1/' })
    const cookie = { source: 'cookie', name: 'session', is: 'equals', value: 'of the jar' }
    const check = { id: 'a', kind: 'assertion', name: 'Check', checks: [cookie] }
    const cases = [
      { id: 'c1', name: 'One', steps: [request('r1'), request('r2'), check] },
      { id: 'c2', name: 'Two', steps: [request('r3')] },
    ]
    const project = projectOf({ ...(cookies === undefined ? {} : { cookies }), suites: [{ id: 'u', name: 'Suite', cases }] })
    const { text } = await scriptOf(project, { target: 'u' })
    const iterations = await runScript(text, { iterations: 2 })
    const jars = iterations.flatMap(({ sent }) => sent.map(({ jar }) => jar))
    const known = [...new Set(jars)]
    expect(jars.map((jar) => known.indexOf(jar))).toEqual(expected)
    expect(iterations.flatMap(({ checks: held }) => held.map(({ holds }) => holds))).toEqual(
      Array.from({ length: 2 }, () => cookies !== undefined),
    )
  })

  it('judges every predicate as the runner does', async () => {
    const { run, script } = await compare(projectOfSteps([send, checks(judged)], withCode), () => answer)
    expect(run.checks).toHaveLength(judged.length)
    expect(script).toEqual(run)
    const used = new Set(judged.map((check) => Reflect.get(check, 'is') as string))
    expect(predicateNames.filter((name) => !used.has(name))).toEqual(['conforms-to-api'])
  })

  it('judges as the runner does where the body is not JSON, where nothing was answered, and where a rule can not be judged', async () => {
    const steps = [send, checks(judged)]
    const html = await compare(projectOfSteps(steps, withCode), () => ({
      status: 502,
      headers: { 'Content-Type': 'text/html' },
      body: '<html>',
    }))
    expect(html.script).toEqual(html.run)
    const empty = await compare(projectOfSteps(steps, withCode), () => ({ status: 204 }))
    expect(empty.script).toEqual(empty.run)
  })

  it('finds what the JSONPath compliance suite of RFC 9535 wants', async () => {
    const path = new URL(
      '../../../../node_modules/jsonpath-rfc9535/src/__tests__/jsonpath-compliance-test-suite/cts.json',
      import.meta.url,
    )
    const { tests } = JSON.parse(readFileSync(path, 'utf8')) as {
      tests: {
        name: string
        selector: string
        document?: unknown
        result?: unknown[]
        results?: unknown[][]
        invalid_selector?: boolean
      }[]
    }
    const valid = tests.filter((one) => one.invalid_selector !== true)
    const script = new Script(projectOf({}), undefined)
    script.use('nodesAt')
    const found = valid.map(
      ({ selector, document }) => `() => nodesAt(${JSON.stringify(document)}, [${segmentsOf(selector, script).join(', ')}])`,
    )
    const functions = withNeeded(script.functions).map(({ text }) => text)
    const run = `export default () => all.forEach((one, index) => check(JSON.stringify(one()), { [index]: (found) => wanted[index].includes(found) }))`
    const wanted = valid.map(({ result, results }) => (results ?? [result]).map((one) => JSON.stringify(one)))
    const text = [`const all = [${found.join(',\n')}]`, `const wanted = ${JSON.stringify(wanted)}`, ...functions, run].join('\n')
    const [iteration] = await runScript(text)
    expect(iteration?.checks.filter(({ holds }) => !holds).map(({ name }) => valid[Number(name)]?.name)).toEqual([])
    expect(iteration?.checks).toHaveLength(valid.length)
    expect(valid.length).toBeGreaterThan(400)
  })

  it('sends the headers that a request inherits', async () => {
    const headers = [{ name: 'X-Tenant', value: '7' }]
    const { iteration } = await compare(projectOfSteps([send], { project: { headers } }), () => answer)
    expect(iteration.sent[0]?.headers).toMatchObject({ 'X-Tenant': '7' })
  })

  it('[T9] leaves out what follows a step that did not pass, unless the case goes on', async () => {
    const steps = [
      send,
      checks([{ source: 'status', is: 'equals', value: 201 }]),
      { ...send, id: 'r2', url: 'http://127.0.0.1/next' },
    ]
    for (const onFailure of ['stop', 'continue']) {
      const { run, script } = await compare(projectOfSteps(steps, { case: { onFailure } }), () => answer)
      expect(script).toEqual(run)
      expect(script.sent).toHaveLength(onFailure === 'stop' ? 1 : 2)
    }
  })

  it('sends every kind of body as the runner does', async () => {
    const bodies = [
      { type: 'json', text: '{\n  "name": "${name}", "n": ${n}, "list": [${n}]\n}' },
      { type: 'text', mediaType: 'text/csv', text: 'a,`b`\n${name},\\${n}' },
      {
        type: 'form',
        fields: [
          { name: 'a b', value: '${name}' },
          { name: 'a b', value: "(!'~*)" },
        ],
      },
      { type: 'graphql', query: 'query Q {\n  orders { id }\n}', variables: '{"n": ${n}}', operationName: 'Q' },
    ]
    const steps = bodies.map((body, index) => ({
      ...send,
      id: `r${index}`,
      method: 'POST',
      query: [{ name: 'q&', value: 'ä ${n}' }],
      body,
    }))
    const variables = [
      { name: 'name', value: 'Ann "the" one' },
      { name: 'n', value: 22 },
    ]
    const { run, script, iteration } = await compare(projectOfSteps(steps, { project: { variables } }), () => answer)
    const bare = (texts: string[]) => texts.map((text) => text.replace(/\n\s*/g, ''))
    expect(bare(script.sent)).toEqual(bare(run.sent))
    expect(iteration.sent.map(({ headers }) => headers['Content-Type'])).toEqual([
      'application/json',
      'text/csv',
      'application/x-www-form-urlencoded',
      'application/json',
    ])
  })

  it('looks variables up as the runner does, start values by need, rows first', async () => {
    const project = projectOf({
      environments: [
        {
          id: 'e',
          name: 'Test',
          variables: [
            { name: 'host', value: 'http://${server}' },
            { name: 'server', value: '127.0.0.1' },
          ],
        },
      ],
      variables: [
        { name: 'who', value: 'project' },
        { name: 'greeting', value: 'hello-${who}-${env.name}' },
      ],
      dataSources: [{ id: 'd', name: 'users', kind: 'csv', text: 'id,name\n1,Ann\n2,Bob' }],
      suites: [
        {
          id: 'u',
          name: 'Suite',
          variables: [{ name: 'who', value: 'suite' }],
          cases: [
            {
              id: 'c',
              name: 'Case',
              variables: [{ name: 'local', value: '${who}!' }],
              steps: [
                {
                  id: 'l',
                  kind: 'loop-start',
                  name: 'Users',
                  dataSource: 'd',
                  mapping: [{ column: 'id', variable: 'who', type: 'number' }],
                },
                { id: 'r', kind: 'send-request', name: 'Get', url: '${host}/${who}/${local}/${greeting}' },
                {
                  id: 'x',
                  kind: 'data-transfer',
                  name: 'Keep',
                  transfers: [{ source: 'json', path: '$.count', to: 'count', scope: 'TestSuite' }],
                },
                { id: 'end', kind: 'loop-end', name: 'Next' },
                { id: 'r2', kind: 'send-request', name: 'Last', url: '${host}/${count}' },
              ],
            },
          ],
        },
      ],
    })
    const { run, script } = await compare(project, () => answer, 'e')
    expect(script).toEqual(run)
    expect(script.sent).toHaveLength(3)
  })

  it('takes the rows that the load test says: the next, any, or each once', async () => {
    const project = projectOf({
      dataSources: [{ id: 'd', name: 'users', kind: 'table', columns: ['id'], rows: [['a'], ['b']] }],
      suites: [
        {
          id: 'u',
          name: 'Suite',
          cases: [
            {
              id: 'c',
              name: 'Case',
              steps: [
                { id: 'l', kind: 'loop-start', name: 'Users', dataSource: 'd', mapping: [{ column: 'id', variable: 'id' }] },
                { id: 'r', kind: 'send-request', name: 'Get', url: 'http://127.0.0.1/${id}' },
                { id: 'end', kind: 'loop-end', name: 'Next' },
              ],
            },
          ],
        },
      ],
    })
    const urls = async (rows: string | undefined, iterations: number) => {
      const { text } = await scriptOf(project, rows === undefined ? {} : { rows })
      return (await runScript(text, { iterations })).map(({ sent }) => sent.map(({ url }) => url.at(-1)).join(''))
    }
    expect(await urls(undefined, 2)).toEqual(['ab', 'ab'])
    expect(await urls('sequential', 3)).toEqual(['a', 'b', 'a'])
    expect((await urls('random', 20)).join('')).toMatch(/^(?=.*a)(?=.*b)[ab]{20}$/)
    expect(await urls('unique', 2)).toEqual(['a', 'b'])
    await expect(urls('unique', 3)).rejects.toThrow('Each row was used once.')
  })

  it('gives to every user what the case before has set, tokens with what renews them', async () => {
    const token = {
      id: 't',
      kind: 'oauth2',
      name: 'Get token',
      grantType: 'ClientCredentials',
      clientId: 'tests',
      clientSecret: { secret: 'get/secret' },
      tokenEndpoint: 'http://127.0.0.1/token',
      variableScope: 'Project',
    }
    const project = projectOf({
      suites: [
        {
          id: 'u',
          name: 'Suite',
          cases: [
            { id: 'b', name: 'Sign in', steps: [token] },
            {
              id: 'c',
              name: 'Case',
              steps: [{ ...send, headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }] }],
            },
          ],
        },
      ],
    })
    const { text } = await scriptOf(project, { before: 'b' })
    expect(text).toContain('k6 run -e ASSAY_SECRET_GET_SECRET=… script.js')
    const tokens = { access_token: 'one', expires_in: 3600 }
    const iterations = await runScript(text, {
      iterations: 2,
      environment: { ASSAY_SECRET_GET_SECRET: 'hidden' },
      server: ({ url }) => ({ status: 200, headers: {}, body: url.endsWith('/token') ? JSON.stringify(tokens) : '' }),
    })
    expect(iterations.map(({ sent }) => sent.map(({ url, headers }) => `${url} ${headers.Authorization}`))).toEqual([
      ['http://127.0.0.1/orders Bearer one'],
      ['http://127.0.0.1/orders Bearer one'],
    ])
  })

  it('sends name and password of HTTP Basic in base64', async () => {
    const headers = [{ name: 'Authorization', value: 'Basic ann:${pass}' }]
    const variables = [{ name: 'pass', value: 'pa:ss' }]
    const { text } = await scriptOf(projectOfSteps([{ ...send, headers }], { project: { variables } }))
    const [iteration] = await runScript(text, { server: () => ({ status: 200, headers: {}, body: '' }) })
    expect(iteration?.sent[0]?.headers.Authorization).toBe(`Basic ${btoa('ann:pa:ss')}`)
  })

  it('keeps a token until it is near its end, refreshes it, and gets another if that is rejected', async () => {
    const token = {
      id: 't',
      kind: 'oauth2',
      name: 'Get token',
      grantType: 'ResourceOwnerPassword',
      clientId: 'tests',
      username: 'ann',
      password: '${pw}',
      secretTransport: 'basic',
      clientSecret: '${pw}',
      tokenEndpoint: 'http://127.0.0.1/token',
    }
    const { text } = await scriptOf(projectOfSteps([token], { project: { variables: [{ name: 'pw', value: 'p w' }] } }))
    let asked = 0
    const iterations = await runScript(text, {
      iterations: 3,
      server: ({ body }) => {
        asked++
        if (String(body).includes('refresh_token') && asked === 3) return { status: 400, body: '{"error":"invalid_grant"}' }
        return { status: 200, body: JSON.stringify({ access_token: `t${asked}`, refresh_token: `r${asked}`, expires_in: 0 }) }
      },
    })
    expect(iterations.map(({ sent }) => sent.map(({ body }) => body))).toEqual([
      ['grant_type=password&username=ann&password=p%20w'],
      ['grant_type=refresh_token&refresh_token=r1'],
      ['grant_type=refresh_token&refresh_token=r2', 'grant_type=password&username=ann&password=p%20w'],
    ])
    expect(iterations[0]?.sent[0]?.headers.Authorization).toBe(`Basic ${btoa('tests:p+w')}`)
  })

  it('sends again until the checks hold', async () => {
    const step = { ...send, until: { checks: [{ source: 'json', path: '$.state', is: 'equals', value: 'done' }], every: 2 } }
    const { text } = await scriptOf(projectOfSteps([step]))
    let sent = 0
    const [iteration] = await runScript(text, {
      server: () => ({ status: 200, body: JSON.stringify({ state: ++sent === 3 ? 'done' : 'open' }) }),
    })
    expect(iteration).toMatchObject({
      checks: [{ name: 'Read orders: json $.state equals string "done"', holds: true }],
      slept: 4,
      failed: false,
    })
  })

  it('says when users and iterations come, and what is a limit', async () => {
    const text = async (parts: object) => (await scriptOf(projectOfSteps([send]), parts as Record<string, unknown>)).text
    const ramp = await text({
      stages: [
        { duration: 30, users: 50 },
        { duration: 1.5, users: 0 },
      ],
    })
    expect(ramp).toContain("{ duration: '30s', target: 50 },\n        { duration: '1500ms', target: 0 }")
    expect(
      await text({
        stages: [
          { duration: 0, users: 5 },
          { duration: 60, users: 5 },
        ],
      }),
    ).toContain("executor: 'constant-vus',\n      vus: 5,\n      duration: '60s'")
    const rate = await text({ executor: 'rate', maxUsers: 20, stages: [{ duration: 10, rate: 2.5 }] })
    expect(rate).toContain("timeUnit: '10s',\n      preAllocatedVUs: 20,\n      maxVUs: 20")
    expect(rate).toContain("{ duration: '10s', target: 25 }")
    const limits = await scriptOf(projectOfSteps([send]), {
      think: 2,
      thresholds: [
        { metric: 'duration.p95', is: 'less-than', value: 500 },
        { metric: 'duration.avg', is: 'at-most', value: 200 },
        { metric: 'iteration.p50', is: 'less-than', value: 900 },
        { metric: 'failure.rate', is: 'less-than', value: 0.01 },
        { metric: 'checks.rate', is: 'at-least', value: 0.99 },
        { metric: 'requests.rate', is: 'greater-than', value: 10 },
        { metric: 'late.count', is: 'at-most', value: 0 },
      ],
    })
    expect(limits.text).toContain(
      "http_req_duration: ['p(95)<500', 'avg<=200'],\n    iteration_without_think_time: ['p(50)<900'],\n    failure: ['rate<0.01'],\n    checks: ['rate>=0.99'],\n    http_reqs: ['rate>10'],\n    dropped_iterations: ['count<=0']",
    )
    expect(limits.text).toContain('  sleep(2)\n}')
    expect(limits.notes.join('\n')).toContain('dropped_iterations')
  })

  it.each([
    [
      'rows of a database',
      [
        { id: 'q', kind: 'sql', name: 'Rows', connection: 'k', query: 'select 1' },
        checks([{ source: 'row-count', is: 'equals', value: 1 }]),
      ],
      'k6 has no built-in database client',
    ],
    [
      'a step under a condition',
      [
        { ...send, onlyIf: [{ source: 'variable', name: 'code', is: 'exists' }] },
        checks([{ source: 'status', is: 'equals', value: 200 }]),
      ],
      'it has a condition',
    ],
    [
      'a sign-in of a person',
      [
        { id: 't', kind: 'oauth2', name: 'Sign in', grantType: 'AuthorizationCode' },
        { ...send, url: 'http://127.0.0.1/${access_token}' },
        checks([{ source: 'status', is: 'equals', value: 200 }]),
      ],
      'needs a user at a browser',
    ],
    [
      'a bound token',
      [
        { id: 't', kind: 'oauth2', name: 'Token', grantType: 'ClientCredentials', enableDpop: true },
        { ...send, url: 'http://127.0.0.1/${access_token}' },
        checks([{ source: 'status', is: 'equals', value: 200 }]),
      ],
      'bound to a key (DPoP)',
    ],
    [
      'a signature for each request',
      [
        { ...send, headers: [{ name: 'Authorization', value: 'AWS ${key} ${secret} region:eu-west-1 service:s3' }] },
        checks([{ source: 'status', is: 'equals', value: 200 }]),
      ],
      'AWS Signature 4 is made for each request',
    ],
    [
      'HTTP Digest',
      [
        { ...send, headers: [{ name: 'authorization', value: 'Digest ann:${password}' }] },
        checks([{ source: 'status', is: 'equals', value: 200 }]),
      ],
      'HTTP Digest needs a challenge',
    ],
    ['XPath', [send, checks([{ source: 'xml', path: '/a', is: 'exists' }])], "k6 doesn't support the source xml"],
    [
      'a pattern of RE2',
      [send, checks([{ source: 'text', is: 'matches', value: '[[:alpha:]]' }])],
      'no counterpart in JavaScript',
    ],
  ])('refuses a check that depends on %s', async (_, steps, why) => {
    const made = await k6Script(projectOfSteps(steps, { project: { connections: [] } }), loadTestOf({}))
    expect(made).toMatchObject({ ok: false, error: { code: 'no-counterpart', message: expect.stringContaining(why) as string } })
  })

  it('leaves out what no check depends on, and says so at its top', async () => {
    const steps = [
      { id: 'q', kind: 'sql', name: 'Clean up', connection: 'k', query: 'delete from orders' },
      send,
      checks([{ source: 'status', is: 'equals', value: 200 }]),
    ]
    const { text, notes } = await scriptOf(projectOfSteps(steps), { stages: [{ duration: 1, users: 1 }] })
    expect(notes).toEqual(['Case > Clean up: k6 has no built-in database client'])
    expect(text.slice(0, text.indexOf('*/'))).toContain('- Case > Clean up: k6 has no built-in database client')
  })

  it('refuses a load test whose target is not there', async () => {
    expect(await k6Script(projectOfSteps([send]), loadTestOf({ target: 'nobody' }))).toMatchObject({
      ok: false,
      error: { code: 'reference-missing' },
    })
  })

  it('reads like one that a person wrote, with every kind of step', async () => {
    const { text } = await scriptOf(everything, {
      before: 'sign-in',
      environment: 'e',
      rows: 'sequential',
      think: 1,
      stages: [{ duration: 30, users: 10 }],
    })
    await expect(text).toMatchFileSnapshot('testing/everything.golden.txt')
    const [iteration] = await runScript(text, {
      environment: { ASSAY_SECRET_GET_TOKEN_CLIENT_SECRET: 'hidden', ASSAY_SECRET_SIGN_KEY: 'key' },
      files: { './logo.png': 'PNG', './users.csv': 'id,name\n1,Ann\n2,"Bob, the ""2nd"""' },
      server: ({ url }) =>
        url.endsWith('/token')
          ? { status: 200, body: '{"access_token":"one","expires_in":60}' }
          : {
              status: url.endsWith('/orders') ? 201 : 200,
              headers: { 'Content-Type': 'application/json' },
              body: '{"id":"7","state":"open","items":[]}',
            },
    })
    expect(iteration?.errors).toEqual([])
    expect(iteration?.checks.filter(({ holds }) => !holds)).toEqual([])
  })

  it.runIf(process.env.ASSAY_FUZZ === 'full')('fits the types that k6 publishes', () => {
    mkdirSync('test-results', { recursive: true })
    const folder = mkdtempSync('test-results/k6-')
    try {
      copyFileSync(new URL('testing/everything.golden.txt', import.meta.url), join(folder, 'script.js'))
      const language = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: ['k6'] }
      const compilerOptions = { ...language, allowJs: true, checkJs: true, noEmit: true, strict: false }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['script.js'] }))
      const checked = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { encoding: 'utf8' })
      expect(checked).toMatchObject({ status: 0, stdout: '' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('code', () => {
  it('is broken into lines where it is too long', () => {
    expect(layOut({ open: '[', items: ['1', '2'], close: ']' })).toBe('[1, 2]')
    expect(layOut({ open: '[', items: ['x'.repeat(60), 'y'.repeat(60)], close: ']' }).split('\n')).toHaveLength(4)
  })
})
