import { describe, expect, it } from 'vitest'
import { createScriptedHttp, fakePorts } from '#engine/ports/testing/index.ts'
import { plan } from '../plan/plan.ts'
import { projectOf, runProject, runSteps } from '../testing/run-project.ts'

const get = (more: object = {}) => ({ kind: 'send-request', url: 'http://127.0.0.1/orders', ...more })
const keep = (to: string, value: string, more: object = {}) => ({
  kind: 'data-transfer',
  transfers: [{ source: 'json', path: '$.none', to, scope: 'TestCase', default: value }],
  ...more,
})
const check = (value: unknown, more: object = {}) => ({
  kind: 'assertion',
  checks: [{ source: 'status', is: 'equals', value }],
  ...more,
})
const noToken = [{ source: 'variable', name: 'token', not: true, is: 'exists' }]
const is = (name: string, value: unknown) => [{ source: 'variable', name, is: 'equals', value }]
const outcomes = (steps: { outcome?: string | undefined }[]) => steps.map(({ outcome }) => outcome)
const answers = (...bodies: unknown[]) => ({
  http: createScriptedHttp(
    bodies.map((body) => ({ body: JSON.stringify(body), headers: [['content-type', 'application/json']] })),
  ),
})

describe('run only if', () => {
  it('a step runs if its condition holds, else it is skipped, and says what it found', async () => {
    const held = await runSteps([get({ onlyIf: noToken })])
    expect(outcomes(held.steps)).toEqual(['passed'])
    const project = { variables: [{ name: 'token', value: 'abc' }] }
    const { steps, report } = await runSteps([get({ onlyIf: noToken }), { kind: 'wait', seconds: 0 }], { project })
    expect(outcomes(steps)).toEqual(['skipped', 'passed'])
    expect(steps[0]?.message).toBe('Run only if variable token not exists: it was string "abc".')
    expect(report).toMatchObject({ outcome: 'passed', counts: { passed: 1, skipped: 1 } })
  })

  it('what was found is masked where it is a secret', async () => {
    const project = { variables: [{ name: 'token', value: { secret: 'api/token' } }] }
    const ports = fakePorts()
    const { steps } = await runSteps([get({ onlyIf: noToken })], {
      project,
      ports: { secrets: { ...ports.secrets, get: async () => 'top-secret-1' } },
    })
    expect(steps[0]?.outcome).toBe('skipped')
    expect(JSON.stringify(steps)).not.toContain('top-secret-1')
  })

  it('all of it has to hold, in order: a value is only asked for where the variable is there', async () => {
    const onlyIf = [{ source: 'variable', name: 'token', is: 'exists' }, ...is('token', 'abc')]
    const { steps } = await runSteps([get({ onlyIf })])
    expect(steps[0]?.message).toBe('Run only if variable token exists: it was nothing.')
  })

  it('a condition on a variable that was never set breaks the step: it is neither run nor skipped', async () => {
    const project = { variables: [{ name: 'stage', value: 'test' }] }
    const { steps } = await runSteps([get({ onlyIf: is('stagee', 'test') }), { kind: 'wait', seconds: 0 }], { project })
    expect(outcomes(steps)).toEqual(['broken', 'skipped'])
    expect(steps[0]).toMatchObject({ code: 'variable-unknown', hint: expect.stringContaining('stage') as string })
    expect(steps[0]?.message).toMatch(/^Run only if: .*stagee/)
  })

  it('a condition that can not be judged breaks the step', async () => {
    const { steps } = await runSteps([get({ onlyIf: [{ source: 'status', is: 'equals', value: 200 }] })])
    expect(steps[0]).toMatchObject({ outcome: 'broken', code: 'no-result' })
  })

  it('the environment is asked for by its name', async () => {
    const project = {
      environments: [
        { id: 'e1', name: 'Production' },
        { id: 'e2', name: 'Test' },
      ],
    }
    const onlyIf = [{ source: 'variable', name: 'env.name', not: true, is: 'equals', value: 'Production' }]
    const onProduction = await runSteps([get({ method: 'DELETE', onlyIf })], { project, options: { environment: 'e1' } })
    expect(onProduction.steps[0]).toMatchObject({
      outcome: 'skipped',
      message: 'Run only if variable env.name not equals string "Production": it was string "Production".',
    })
    const onTest = await runSteps([get({ method: 'DELETE', onlyIf })], { project, options: { environment: 'e2' } })
    expect(outcomes(onTest.steps)).toEqual(['passed'])
  })

  it('if the list is empty, one is created first; what looks at the answer of a skipped step is skipped with it', async () => {
    const isEmpty = [{ source: 'json', path: '$.items', is: 'is-empty' }]
    const flow = [get(), get({ method: 'POST', onlyIf: isEmpty }), check(201), keep('id', 'x', { step: 's2' }), get(), check(200)]
    const there = await runSteps(flow, { ports: answers({ items: [1] }, { items: [1] }) })
    expect(outcomes(there.steps)).toEqual(['passed', 'skipped', 'skipped', 'skipped', 'passed', 'passed'])
    expect(there.steps[1]?.message).toMatch(/^Run only if json \$\.items is-empty: it was array \[1\]/)
    expect(there.steps[2]?.message).toBe('Skipped because "s2", whose response it reads, was skipped.')
    const none = await runSteps(flow, { ports: answers({ items: [] }, { id: 1 }, { items: [1] }) })
    expect(outcomes(none.steps)).toEqual(['passed', 'passed', 'failed', 'skipped', 'skipped', 'skipped'])
  })

  it('a condition about the answer of a skipped step does not hold either', async () => {
    const onlyIf = [{ source: 'status', is: 'equals', value: 200 }]
    const { steps } = await runSteps([get({ onlyIf: is('go', 'yes') }), get({ onlyIf })], {
      project: { variables: [{ name: 'go', value: 'no' }] },
    })
    expect(outcomes(steps)).toEqual(['skipped', 'skipped'])
  })

  it('a request whose answer a condition asks for is looked at: a status of 404 is expected there', async () => {
    const http = createScriptedHttp([{ status: 404 }, { status: 201 }])
    const { steps } = await runSteps([get(), get({ method: 'POST', onlyIf: [{ source: 'status', is: 'equals', value: 404 }] })], {
      ports: { http },
    })
    expect(steps.map(({ unchecked }) => unchecked)).toEqual([undefined, undefined])
  })

  it('a step that is run by itself runs whatever its condition says', async () => {
    const { steps } = await runSteps([get({ onlyIf: is('go', 'yes') })], {
      project: { variables: [{ name: 'go', value: 'no' }] },
      options: { selection: { step: { case: 'c', step: 's1' } } },
    })
    expect(outcomes(steps)).toEqual(['passed'])
  })

  it("in a loop the condition is evaluated for each row; the loop's own condition is evaluated once and skips all of it", async () => {
    const rows = { dataSources: [{ id: 'd', name: 'd', kind: 'csv', text: 'n\n1\n2\n3' }] }
    const start = (more: object = {}) => ({
      kind: 'loop-start',
      dataSource: 'd',
      mapping: [{ column: 'n', variable: 'n', type: 'number' }],
      ...more,
    })
    const odd = [{ source: 'variable', name: 'n', is: 'one-of', value: [1, 3] }]
    const each = await runSteps([start(), get({ onlyIf: odd }), check(200), { kind: 'loop-end' }], { project: rows })
    expect(each.report.counts).toMatchObject({ passed: 6, skipped: 2, failed: 0, broken: 0 })
    const whole = await runSteps([start({ onlyIf: is('go', 'yes') }), get(), { kind: 'loop-end' }, get()], {
      project: { ...rows, variables: [{ name: 'go', value: 'no' }] },
    })
    expect(outcomes(whole.steps)).toEqual(['skipped', 'skipped', 'skipped', 'passed'])
    expect(whole.steps.map(({ message }) => message)[1]).toBe('Skipped because the loop "s1" was skipped.')
    const broken = await runSteps([start({ onlyIf: is('gone', 'yes') }), get(), { kind: 'loop-end' }, get()], { project: rows })
    expect(outcomes(broken.steps)).toEqual(['broken', 'skipped', 'skipped', 'skipped'])
  })

  it('a case is skipped as a whole, or broken where its condition can not be judged', async () => {
    const cases = [
      {
        id: 'c1',
        name: 'one',
        onlyIf: is('go', 'yes'),
        steps: [
          { id: 'a', name: 'a', ...get() },
          { id: 'b', name: 'b', ...check(200) },
        ],
      },
      {
        id: 'c2',
        name: 'two',
        onlyIf: is('gone', 'yes'),
        steps: [
          { id: 'd', name: 'd', ...get() },
          { id: 'e', name: 'e', ...check(200) },
        ],
      },
      { id: 'c3', name: 'three', onlyIf: is('go', 'no'), steps: [{ id: 'f', name: 'f', ...get() }] },
    ]
    const project = projectOf({ variables: [{ name: 'go', value: 'no' }], suites: [{ id: 'u', name: 'u', cases }] })
    const { report } = await runProject(project)
    const [one, two, three] = report.suites.flatMap((suite) => suite.cases)
    expect(one).toMatchObject({ outcome: 'skipped', counts: { skipped: 2 } })
    expect(JSON.stringify(one)).toContain('Run only if variable go equals string \\"yes\\": it was string \\"no\\".')
    expect(two).toMatchObject({ outcome: 'broken', counts: { broken: 1, skipped: 1 } })
    expect(three).toMatchObject({ outcome: 'passed' })
  })

  it('a condition of a case about an answer, an empty one, and one at the end of a loop are problems', () => {
    const status = [{ source: 'status', is: 'equals', value: 200 }]
    const problemsOf = (one: object) => {
      const planned = plan(projectOf({ suites: [{ id: 'u', name: 'u', cases: [{ id: 'c', name: 'c', ...one }] }] }))
      return planned.ok ? planned.value.suites[0]?.cases[0]?.problem?.text : undefined
    }
    const steps = [{ id: 's', name: 's', ...get() }]
    expect(problemsOf({ onlyIf: status, steps })).toMatch(/onlyIf.*, but a case's condition can only use variables/)
    expect(problemsOf({ steps: [{ id: 's', name: 's', ...get({ onlyIf: [] }) }] })).toMatch(
      /has an empty condition: add a check or remove it/,
    )
    const loop = [
      { id: 'l', name: 'l', kind: 'loop-start', from: 1, to: 2 },
      { id: 'e', name: 'e', kind: 'loop-end', onlyIf: is('go', 'yes') },
    ]
    expect(problemsOf({ steps: loop })).toMatch(/has a condition on the Loop End: move it to the Loop Start/)
  })
})

describe('[R38] a request that is not sent', () => {
  const more = { case: { onFailure: 'continue' } }

  it('is one error: its checks and transfers are skipped, and so is a request that needs what they would have set', async () => {
    const { steps, end } = await runSteps(
      [
        get({ url: '${gone}' }),
        check(200),
        keep('id', '', { transfers: [{ source: 'json', path: '$.id', to: 'id', scope: 'TestCase' }] }),
        get({ url: 'http://127.0.0.1/orders/${id}' }),
        check(200),
        get(),
        check(200),
      ],
      more,
    )
    expect(outcomes(steps)).toEqual(['broken', 'skipped', 'skipped', 'skipped', 'skipped', 'passed', 'passed'])
    expect(steps.slice(1, 5).map(({ message }) => message)).toEqual([
      'Skipped because "s1", whose response it reads, received none.',
      'Skipped because "s1", whose response it reads, received none.',
      'Skipped because "s3" didn\'t set ${id}.',
      'Skipped because "s4", whose response it reads, received none.',
    ])
    expect(end).toMatchObject({ outcome: 'broken', counts: { broken: 1 } })
  })

  it('a check that names it is skipped too; a variable with another value is used', async () => {
    const project = { variables: [{ name: 'id', value: '7' }] }
    const { steps } = await runSteps(
      [
        get({ id: 'r', url: '${gone}' }),
        keep('id', ''),
        get({ url: 'http://127.0.0.1/orders/${id}' }),
        check(200, { step: 'r' }),
      ],
      { ...more, project },
    )
    expect(outcomes(steps)).toEqual(['broken', 'skipped', 'passed', 'skipped'])
  })

  it('a step that needs a token which could not be requested is skipped', async () => {
    const token = {
      kind: 'oauth2',
      grantType: 'ClientCredentials',
      tokenEndpoint: '${gone}',
      clientId: 'a',
      clientSecret: '${gone}',
    }
    const { steps } = await runSteps(
      [token, get({ headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }] }), check(200)],
      more,
    )
    expect(outcomes(steps)).toEqual(['broken', 'skipped', 'skipped'])
  })

  it('is an error again on retry', async () => {
    const { events, end } = await runSteps([get({ url: '${gone}' }), check(200)], { ...more, options: { retry: 1 } })
    const ends = events.flatMap((event) => (event.type === 'step-finished' ? [event.outcome] : []))
    expect(ends).toEqual(['broken', 'skipped', 'broken', 'skipped'])
    expect(end.outcome).toBe('broken')
  })
})
