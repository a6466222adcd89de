import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { stepChecks } from './engine/steps/checks.ts'
import { stepFacts, stepKindIds, type StepKindId } from './engine/steps/facts.ts'
import { common } from './engine/steps/common.ts'
import { text, writableScope } from './engine/steps/fields.ts'
import { stepKinds } from './engine/steps/index.ts'
import { stepSchemas } from './engine/steps/schemas.ts'
import type { StepCheck } from './engine/steps/step-check.ts'
import type { StepFacts } from './engine/steps/step-facts.ts'
import type { RunContext, StepKind } from './engine/steps/step-kind.ts'
import { words } from './engine/steps/summary.ts'
import { stepEditors } from './ui/steps/index.ts'

/**
 * The proof that a kind of step is one thing: a probe is added to the lists, as two folders and their lines would add it, before
 * anything that is made from the lists is loaded (so the tests import the rest, and this file has a process of its own); then it is
 * written, read, checked, run, shown and reported like any other.
 */

const probeSchema = v.strictObject({
  ...common('probe'),
  step: v.optional(v.string()),
  greeting: text,
  to: v.optional(v.string(), 'greeted'),
  scope: v.optional(writableScope, 'TestSuite'),
})
type ProbeStep = v.InferOutput<typeof probeSchema>

const probeFacts: StepFacts<ProbeStep> = {
  title: 'Probe',
  newName: 'Greet',
  initial: { greeting: 'hello' },
  refers: { step: 'step' },
  gives: 'http',
  summary: ({ greeting }) => [words(`greets ${greeting}`)],
  writes: ({ to, scope }) => [{ name: to, scope, place: ['to'], scopePlace: ['scope'], members: ['at'] }],
}

const probeCheck: StepCheck<ProbeStep> = {
  problems: ({ greeting }) => (greeting === 'bye' ? [{ place: ['greeting'], text: 'is no greeting' }] : []),
  missing: ({ greeting }) => (greeting === '' ? ['The greeting is empty.'] : []),
  sends: ({ greeting }) => [{ place: ['greeting'], as: 'header', name: 'Authorization', value: greeting }],
  attempts: ({ greeting }) => [{ place: ['greeting'], attempt: () => new RegExp(greeting) }],
}

const probeKind: StepKind<typeof probeSchema> = {
  async run(step: ProbeStep, { variables, emit, redactor }: RunContext) {
    const value = await variables.resolve(step.greeting)
    variables.set(step.scope, step.to, value)
    emit({ type: 'variable-set', name: step.to, scope: step.scope, value: redactor.mask(value) })
    return value === 'hello' ? { outcome: 'passed' } : { outcome: 'failed', message: `${value} is no greeting` }
  },
}

const probe = 'probe' as StepKindId
const refers = { connection: '', dataSource: '' }

const probeIcon = () => undefined

Object.assign(stepFacts, { probe: probeFacts })
Object.assign(stepSchemas, { probe: probeSchema })
Object.assign(stepChecks, { probe: probeCheck })
Object.assign(stepKinds, { probe: probeKind })
Object.assign(stepEditors, { probe: { icon: probeIcon, Editor: () => undefined } })

/** One case: a probe for each greeting. */
async function probeProject(...greetings: string[]) {
  const { projectOfSteps } = await import('./engine/runner/testing/run-project.ts')
  return projectOfSteps(greetings.map((greeting) => ({ kind: 'probe', greeting })))
}

describe('a kind of step in the lists', () => {
  it('[T2] is read from a file, written as it was, and described in its JSON Schema', async () => {
    const [{ writeProject }, { readProject }, { aprjJsonSchema }] = await Promise.all([
      import('./engine/project/format/write.ts'),
      import('./engine/project/format/read.ts'),
      import('./engine/project/format/json-schema.ts'),
    ])
    const project = await probeProject('hello')
    const written = writeProject(project)
    expect(written).toContain('"kind": "probe"')
    expect(readProject(written)).toMatchObject({ ok: true, value: { project } })
    expect(JSON.stringify(aprjJsonSchema())).toContain('"greeting"')
  })

  it('[T3] is offered last, made new, copied, and named by the page', async () => {
    const [{ newStep }, { copySteps }, { summaryOf, summaryText }, { addStepItems }] = await Promise.all([
      import('./engine/project/new-step.ts'),
      import('./engine/project/edit/structure.ts'),
      import('#ui/project/step-list/step-summary.ts'),
      import('#ui/project/step-list/add-step-items.ts'),
    ])
    const added: string[] = []
    const offered = addStepItems((kind) => added.push(kind)).at(-1)
    expect(offered).toMatchObject({ label: 'Probe', icon: probeIcon })
    offered?.onSelect()
    expect(added).toEqual(['probe'])
    expect(stepKindIds().at(-1)).toBe('probe')
    const first = newStep(probe, 'a', 'Greet', refers)
    const second = { ...newStep(probe, 'b', 'Greet again', refers), step: 'a' }
    expect(summaryText(summaryOf(first))).toBe('greets hello')
    const check = { index: 0, passed: false, subject: 'json $.at', expected: 'equals string "a"', actual: 'string "b"' }
    const failed = { id: 'a', kind: 'probe', name: 'Greet', outcome: 'failed' as const, checks: [check] }
    expect(summaryText(summaryOf(first, failed))).toBe('greets hello · $.at is "b", expected "a"')
    let ids = 0
    expect(copySteps([first, second], () => `new${(ids += 1)}`)).toMatchObject([{ id: 'new1' }, { id: 'new2', step: 'new1' }])
  })

  it("[A7] is known to the assistant's tools, which take it as a step", async () => {
    const { callTool, emptyWorkingMemory, toolSpecs } = await import('./engine/tools/index.ts')
    expect(JSON.stringify(toolSpecs())).toContain('"greeting"')
    const project = { ...(await probeProject('hello')), sealed: undefined }
    const [one] = project.suites[0]?.cases ?? []
    const { result } = await callTool(
      'propose_changes',
      { summary: 'Greet', changes: [{ do: 'add_steps', case: one?.id, steps: [{ kind: 'probe', greeting: 'good day' }] }] },
      { projects: [{ id: 'p', project }], memory: emptyWorkingMemory(), seed: 1 },
    )
    expect(result).toMatchObject({
      kind: 'proposal',
      changeSet: { items: expect.arrayContaining([expect.objectContaining({ kind: 'probe', name: 'Greet' })]) as unknown },
    })
  })

  it('is checked: contradictions, what is missing, references, names of variables, secrets in clear, what can be tried', async () => {
    const [{ problemsOf }, { literalSecrets }, { lazyProblems }] = await Promise.all([
      import('./engine/project/problems/problems.ts'),
      import('./engine/project/problems/literal-secrets.ts'),
      import('./engine/project/check/lazy-problems.ts'),
    ])
    const { projectOfSteps } = await import('./engine/runner/testing/run-project.ts')
    const project = projectOfSteps([
      { kind: 'probe', greeting: 'bye', to: 'not a name', step: 'gone' },
      { kind: 'probe', greeting: '', step: 's3' },
      { kind: 'probe', greeting: '${oops' },
      { kind: 'wait', seconds: 1 },
    ])
    const told = (problems: { path: string; text: string }[]) =>
      problems.map(({ path, text }) => `${path.replace('suites > Suite > Case > ', '')}: ${text}`)
    expect(told(problemsOf(project))).toEqual([
      'step 1 > step: refers to the step "gone", which isn\'t in this case',
      'step 1 > greeting: is no greeting',
      expect.stringContaining('step 1 > to: "not a name" isn\'t a variable name'),
      expect.stringContaining('step 3 > greeting: '),
    ])
    expect(told(await lazyProblems(project))).toEqual([
      'step 2: The greeting is empty.',
      'step 2 > step: refers to the later step "s3", which has no result yet',
    ])
    expect(literalSecrets(await probeProject('Bearer abcdef'))).toHaveLength(1)
  })

  it('[T6] completes the names of what it sets, and a negative test copies it where its variable is used', async () => {
    const [{ variablesInScope }, { headOf }, { negativeCases }] = await Promise.all([
      import('./ui/project/editor/variables-in-scope.ts'),
      import('./engine/project/edit/state.ts'),
      import('./engine/derived-tests/negative/cases.ts'),
    ])
    const { projectOfSteps } = await import('./engine/runner/testing/run-project.ts')
    const { isOAuth2Step } = await import('./engine/steps/oauth2/facts.ts')
    const project = projectOfSteps([
      { kind: 'probe', greeting: 'hello' },
      { kind: 'oauth2', grantType: 'ClientCredentials', scope: '${greeted.at} b' },
      { kind: 'send-request', url: 'https://a.test', headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }] },
    ])
    const head = { ...project, suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.map(headOf) })) }
    const one = project.suites[0]?.cases[0]
    const token = one?.steps.find(isOAuth2Step)
    if (!one || !token) throw new Error('no case')
    const found = variablesInScope({ head, one, environment: undefined, cases: new Map([['c', one]]), lastValues: new Map() })
    expect(found.map(({ name, scope }) => `${scope} ${name}`)).toEqual(
      expect.arrayContaining(['TestSuite greeted', 'TestSuite greeted.at']),
    )
    let ids = 0
    const [negative] = negativeCases(one, token, ['missing-scope'], () => `n${(ids += 1)}`)
    expect(negative?.steps[0]).toMatchObject({ kind: 'probe', scope: 'TestCase' })
  })

  it('[T9] is run, and told of in the terminal and in JUnit', async () => {
    const [{ runProject }, { reportOf }, { reporters }] = await Promise.all([
      import('./engine/runner/testing/run-project.ts'),
      import('./engine/reporters/report-of.ts'),
      import('./engine/reporters/index.ts'),
    ])
    const { steps, events } = await runProject(await probeProject('hello', '${greeted}', 'moo'))
    expect(steps.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual(['probe passed', 'probe passed', 'probe failed'])
    expect(reportOf(await reporters.list.load(), events)).toContain('✗ Suite > Case > s3\n  moo is no greeting')
    expect(reportOf(await reporters.junit.load(), events)).toContain('moo is no greeting')
  })
})
