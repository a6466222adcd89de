import { describe, expect, it } from 'vitest'
import { createScriptedHttp } from '#engine/ports/testing/index.ts'
import { plan } from './plan.ts'
import { createRunMemory } from '../execute/run-memory.ts'
import type { RunOptions } from './selection.ts'
import { projectOf, runProject } from '../testing/run-project.ts'

const wait = (id: string, more: object = {}) => ({ id, kind: 'wait', name: id, seconds: 0, ...more })
const token = (id: string, more: object = {}) => ({ id, kind: 'oauth2', name: id, grantType: 'ClientCredentials', ...more })
const get = (id: string, more: object = {}) => ({ id, kind: 'send-request', name: id, url: 'http://127.0.0.1/', ...more })

const project = projectOf({
  variables: [{ name: 'header', value: 'Bearer ${access_token}' }],
  environments: [{ id: 'e', name: 'Local' }],
  suites: [
    {
      id: 'u0',
      name: 'Zero',
      cases: [{ id: 'c0', name: 'Far', steps: [token('t0', { variableName: 'far', variableScope: 'Project' })] }],
    },
    {
      id: 'u1',
      name: 'One',
      cases: [
        { id: 'c1', name: 'A', tags: ['smoke'], steps: [token('t1'), wait('w1', { disabled: true }), wait('w2')] },
        {
          id: 'c2',
          name: 'B',
          tags: ['slow', 'smoke'],
          steps: [
            token('t2', { variableName: 'own', variableScope: 'TestCase', clientId: '${far}' }),
            get('r1', { headers: [{ name: 'Authorization', value: '${header}' }] }),
            get('r2', { url: 'http://127.0.0.1/${own.scope}' }),
            get('r3'),
          ],
        },
      ],
    },
    {
      id: 'u2',
      name: 'Two',
      cases: [
        {
          id: 'c3',
          name: 'Loop',
          steps: [
            { id: 'l1', kind: 'loop-start', name: 'l1', dataSource: 'd' },
            { id: 'l2', kind: 'loop-start', name: 'l2', dataSource: 'd', disabled: true },
            wait('w3'),
            { id: 'l3', kind: 'loop-end', name: 'l3' },
            { id: 'l4', kind: 'loop-end', name: 'l4' },
          ],
        },
      ],
    },
  ],
})

const planned = (options: RunOptions): string[] => {
  const result = plan(project, options)
  if (!result.ok) throw result.error
  return result.value.suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps.map(({ id }) => id)))
}

describe('plan', () => {
  it.each<[RunOptions, string[]]>([
    [{}, ['t0', 't1', 'w2', 't2', 'r1', 'r2', 'r3', 'l1', 'w3', 'l4']],
    [{ selection: { suites: ['u1'] } }, ['t1', 'w2', 't0', 't2', 'r1', 'r2', 'r3']],
    [{ selection: { cases: ['c1', 'c3'] } }, ['t1', 'w2', 'l1', 'w3', 'l4']],
    [{ selection: { cases: ['c2'] } }, ['t0', 't1', 't2', 'r1', 'r2', 'r3']],
    [{ selection: { tags: ['slow'] } }, ['t0', 't1', 't2', 'r1', 'r2', 'r3']],
    [{ selection: { tags: ['smoke'], cases: ['c1'], suites: ['u1'] } }, ['t1', 'w2']],
    [{ selection: { step: { case: 'c2', step: 'r1' } } }, ['t1', 'r1']],
    [{ selection: { step: { case: 'c2', step: 'r2' } } }, ['t0', 't2', 'r2']],
    [{ selection: { step: { case: 'c2', step: 'r3' } } }, ['r3']],
    [{ selection: { step: { case: 'c2', step: 'r1', nested: ['r3', 'r2'] } } }, ['t1', 't0', 't2', 'r1', 'r2', 'r3']],
    [{ selection: { step: { case: 'c1', step: 'w1' } } }, ['w1']],
    [{ selection: { upTo: { case: 'c2', step: 'r2' } } }, ['t0', 't1', 't2', 'r1', 'r2']],
    [{ selection: { upTo: { case: 'c1', step: 'w1' } } }, ['t1', 'w1']],
    [{ selection: { upTo: { case: 'c3', step: 'w3' } } }, ['l1', 'w3', 'l4']],
    [{ selection: { upTo: { case: 'c3', step: 'l4' } } }, ['l1', 'w3', 'l4']],
  ])('[T1] %j selects its steps; disabled ones and partners of disabled markers are left out', (options, steps) => {
    expect(planned(options)).toEqual(steps)
  })

  it.each<[RunOptions, string]>([
    [{ environment: 'x' }, 'no environment "x"'],
    [{ selection: { suites: ['u1', 'x'] } }, 'no suite "x"'],
    [{ selection: { cases: ['x'] } }, 'no case "x"'],
    [{ selection: { tags: ['smoke', 'x'] } }, 'No case has the tag "x"'],
    [{ selection: { step: { case: 'c1', step: 'r1' } } }, 'no step "r1"'],
    [{ selection: { suites: ['u2'], tags: ['slow'] } }, 'Nothing to run: no case matches the selection.'],
  ])('%j is rejected: what is named must be there', (options, text) => {
    expect(plan(project, options)).toMatchObject({ ok: false, error: { message: expect.stringContaining(text) as string } })
  })

  it('[T1] a case that sets a variable itself gets no token of that name from another case', () => {
    const keep = { id: 'k', kind: 'data-transfer', name: 'k', transfers: [{ source: 'json', path: '$.t', to: 'access_token' }] }
    const cases = [
      { id: 'c1', name: 'A', steps: [token('t1')] },
      { id: 'c2', name: 'B', steps: [get('r1'), keep, get('r2', { url: 'http://127.0.0.1/${access_token}' })] },
    ]
    const result = plan(projectOf({ suites: [{ id: 'u', name: 'U', cases }] }), { selection: { cases: ['c2'] } })
    expect(result.ok && result.value.total.steps).toBe(3)
  })

  it('[T9] a run of nothing is rejected: it would look like one that passed', () => {
    const suites = [
      { id: 'u', name: 'U', cases: [{ id: 'c', name: 'C', steps: [] }] },
      { id: 'v', name: 'V' },
    ]
    expect(plan(projectOf({ suites }), { selection: { suites: ['v'] } })).toMatchObject({
      ok: false,
      error: { message: 'Nothing to run: the suite "V" has no cases.' },
    })
    expect(plan(projectOf({ suites: [{ id: 'v', name: 'V' }] }))).toMatchObject({
      ok: false,
      error: { message: 'Nothing to run: the project has no cases.' },
    })
    expect(plan(projectOf({ suites }))).toMatchObject({ ok: true })
  })

  it('counts what is planned', () => {
    expect(plan(project)).toMatchObject({ ok: true, value: { total: { suites: 3, cases: 4, steps: 10 } } })
  })
})

describe('one step by itself', () => {
  it('uses variables and responses of the last run', async () => {
    const one = projectOf({
      suites: [
        {
          id: 'u',
          name: 'U',
          cases: [
            {
              id: 'c',
              name: 'C',
              steps: [
                get('r1'),
                { id: 'x', kind: 'data-transfer', name: 'x', transfers: [{ source: 'json', path: '$.id', to: 'id' }] },
                get('r2', { url: 'http://127.0.0.1/${id}' }),
                {
                  id: 'a',
                  kind: 'assertion',
                  name: 'a',
                  step: 'r1',
                  checks: [{ source: 'json', path: '$.id', is: 'equals', value: '${id}' }],
                },
                { id: 'b', kind: 'assertion', name: 'b', checks: [{ source: 'status', is: 'equals', value: 204 }] },
              ],
            },
          ],
        },
      ],
    })
    const http = createScriptedHttp([{ json: { id: 7 } }, { status: 204 }, { status: 204 }])
    const memory = createRunMemory()
    const all = await runProject(one, { ports: { http }, controls: { memory } })
    expect(all.report.outcome).toBe('passed')
    const ofAll = { run: all.report.run, startedAt: all.report.startedAt }
    for (const [step, lookedAt] of [
      ['b', { step: { id: 'r2', name: 'r2' }, ...ofAll }],
      ['r2', undefined],
      ['a', { step: { id: 'r1', name: 'r1' }, ...ofAll }],
    ] as const) {
      const alone = await runProject(one, {
        ports: { http },
        controls: { memory },
        options: { selection: { step: { case: 'c', step } } },
      })
      expect(alone.report).toMatchObject({ outcome: 'passed', total: { steps: 1 } })
      expect(alone.steps[0]?.lookedAt).toEqual(lookedAt)
    }
    expect(http.requests.at(-1)?.url).toBe('http://127.0.0.1/7')
    const forgotten = await runProject(one, { ports: { http }, options: { selection: { step: { case: 'c', step: 'b' } } } })
    expect(forgotten.steps[0]).toMatchObject({ outcome: 'broken', code: 'no-result' })

    const failing = createScriptedHttp([{ status: 500 }])
    const withChecks = await runProject(one, {
      ports: { http: failing },
      controls: { memory },
      options: { selection: { step: { case: 'c', step: 'r2', nested: ['b'] } } },
    })
    expect(withChecks.steps.map(({ id, outcome, lookedAt }) => [id, outcome, lookedAt])).toEqual([
      ['r2', 'passed', undefined],
      ['b', 'failed', undefined],
    ])
  })
})
