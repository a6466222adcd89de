import { describe, expect, it, vi } from 'vitest'
import type { Project, Step } from '#engine/project/format/schema.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import type { Selection } from '#engine/runner/plan/selection.ts'
import { settingsStamp } from '#engine/steps/oauth2/login-plan.ts'
import { stepOf } from '#engine/steps/oauth2/testing/run-step.ts'
import { createLoginMirror } from './login-mirror.ts'
import type { TokenSummary } from '../run-protocol.ts'

const login = (id: string, given: Parameters<typeof stepOf>[0] = {}): ReturnType<typeof stepOf> => ({
  ...stepOf({ grantType: 'AuthorizationCode', variableName: id, ...given }),
  id,
})
const wait = (id: string, text = ''): Step => ({ id, kind: 'wait', name: id, description: text, disabled: false, seconds: 0 })

const caseOf = (id: string, steps: Step[], tags: string[] = []) => ({
  id,
  name: id,
  description: '',
  tags,
  variables: [{ name: `start_${id}`, value: '${far}', description: '' }],
  onFailure: 'stop' as const,
  steps,
})

const suiteOf = (id: string, cases: Project['suites'][number]['cases']) => ({
  id,
  name: id,
  description: '',
  variables: [],
  cases,
})

const project: Project = {
  format: 'aprj',
  version: 1,
  id: 'p1',
  name: 'P',
  description: '',
  environments: [{ id: 'e1', name: 'E', description: '', insecureHosts: [], variables: [] }],
  variables: [],
  connections: [],
  dataSources: [],
  apis: [],
  suites: [
    suiteOf('s1', [caseOf('c1', [login('far', { variableScope: 'Project' }), login('off', { disabled: true })])]),
    suiteOf('s2', [
      caseOf('c2', [login('near', { variableScope: 'TestSuite' }), login('own', { variableScope: 'TestCase' })], ['signs-in']),
      caseOf(
        'c3',
        [
          wait('far-suite', '${far}'),
          wait('near-case', '${near.id_token}'),
          wait('start', '${start_c3}'),
          wait('other-case', '${own}'),
          wait('nothing'),
          { ...stepOf({ scope: '${near}', variableName: 'exchanged' }), id: 'exchange' },
          wait('through', '${exchanged}'),
        ],
        ['uses'],
      ),
    ]),
  ],
  loadTests: [],
  designs: [],
}

const selections: (Selection | undefined)[] = [
  undefined,
  { suites: ['s1'] },
  { cases: ['c3'] },
  { tags: ['signs-in'] },
  { tags: ['signs-in'], cases: ['c3'] },
  ...project.suites.flatMap(({ cases }) =>
    cases.flatMap((one) => one.steps.map(({ id }) => ({ step: { case: one.id, step: id } }))),
  ),
]

/** A mirror that has read these tokens. */
async function mirrorOf(tokens: TokenSummary[] = []) {
  const read = vi.fn(async () => tokens)
  const mirror = createLoginMirror(read, () => 0)
  expect(mirror.willNeedWindow('local', project, {})).toBe(false)
  mirror.refresh('local')
  await vi.waitFor(() => expect(read).toHaveBeenCalled(), 20_000)
  await read.mock.results[0]?.value
  return (selection?: Selection) =>
    mirror.willNeedWindow('local', project, { environment: 'e1', ...(selection ? { selection } : {}) })
}

describe('the decision at the Run click', () => {
  it.each(selections)('[case 28] foresees a window exactly where a step that is run signs in: %j', async (selection) => {
    const planned = plan(project, { environment: 'e1', ...(selection ? { selection } : {}) })
    const steps = planned.ok ? planned.value.suites.flatMap(({ cases }) => cases.flatMap((one) => one.steps)) : []
    const signsIn = steps.some((step) => step.kind === 'oauth2' && step.grantType === 'AuthorizationCode')
    expect((await mirrorOf())(selection)).toBe(signsIn)
  })

  it.each([
    ['far-suite', true],
    ['near-case', true],
    ['start', true],
    ['through', true],
    ['other-case', false],
    ['nothing', false],
  ])('[case 28] step %s by itself, which may need a token of an earlier case or suite: %s', async (step, needed) => {
    expect((await mirrorOf())({ step: { case: 'c3', step } })).toBe(needed)
  })

  it('[case 28] needs no window while the token of an earlier suite is cached', async () => {
    const far = project.suites[0]?.cases[0]?.steps[0]
    if (far?.kind !== 'oauth2') throw new Error('no login')
    const token = { step: 'far', environment: 'e1', stamp: settingsStamp(far), obtainedAt: 0, hasRefreshToken: false }
    const needs = await mirrorOf([token as TokenSummary])
    expect(needs({ step: { case: 'c3', step: 'far-suite' } })).toBe(false)
    expect(needs({ step: { case: 'c3', step: 'near-case' } })).toBe(true)
  })
})
