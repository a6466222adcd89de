import assert from 'node:assert/strict'
import type * as v from 'valibot'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import type { stepSchema } from '#engine/project/format/schema.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { assertNothingLeaked } from './leaks.ts'
import type { TestProvider } from './scripted-provider.ts'

/** A step as a file has it. */
export type StepInput = v.InferInput<typeof stepSchema>

/** One step of a run, as a host tells it. */
export interface StepSeen {
  id: string
  outcome: string
  code?: string
  message?: string
  hint?: string
  warnings: string[]
  infos: string[]
  exchanges: Exchange[]
}

/** What came of a run. */
export interface CaseResult {
  steps: StepSeen[]
  /** Everything that left the engine, as JSON text. */
  events: string
}

/** Where cases run: Node, or a worker of a real browser. */
export interface CaseHost {
  name: 'node' | 'browser'
  redirectUri: string
  run(project: ConformanceProject): Promise<CaseResult>
}

/** The parts of a project that cases differ in. */
export interface ConformanceProject {
  steps: StepInput[]
  variables: Record<string, string>
  insecureHosts: string[]
}

/** What the one step that a case is about says. Texts are matched, warnings are all that there are. */
export interface Expected {
  outcome: 'passed' | 'broken'
  code?: string
  message?: RegExp[]
  hint?: RegExp[]
  warnings?: RegExp[]
  infos?: RegExp[]
}

/** One case of the list in the specification of the OAuth2 step; data, so that every host runs the same. */
export interface ConformanceCase {
  number: number
  title: string
  provider(redirectUri: string): Promise<TestProvider>
  steps(provider: TestProvider): StepInput[]
  variables?: Record<string, string>
  /** Of the last OAuth2 step; all before it must pass. */
  expect: Expected
  /** More that must hold: requests at the provider, the record. */
  check?(seen: { provider: TestProvider; result: CaseResult; step: StepSeen }): void
}

/** What a run's events say of each step. */
export function resultOf(events: readonly RunEvent[]): CaseResult {
  const steps = new Map<string, StepSeen>()
  const of = (id: string): StepSeen => {
    const step = steps.get(id) ?? { id, outcome: '', warnings: [], infos: [], exchanges: [] }
    steps.set(id, step)
    return step
  }
  for (const event of events) {
    if (event.type === 'exchanged') of(event.step).exchanges.push(event.exchange)
    if (event.type === 'noted') of(event.step)[event.level === 'warning' ? 'warnings' : 'infos'].push(event.text)
    if (event.type === 'step-finished') {
      const { outcome, code, message, hint } = event
      Object.assign(of(event.step), { outcome, code, message, hint })
    }
  }
  return { steps: [...steps.values()], events: JSON.stringify(events) }
}

/** `[case 12] 200 with error: …`. */
export const titleOf = ({ number, title }: ConformanceCase): string => `[case ${number}] ${title}`

function match(texts: readonly string[], patterns: readonly RegExp[], what: string): void {
  assert.equal(texts.length, patterns.length, `${what}: ${JSON.stringify(texts)}`)
  for (const [index, pattern] of patterns.entries()) assert.match(texts[index] ?? '', pattern, what)
}

function judge(step: StepSeen, expected: Expected): void {
  const { outcome, code, message = [], hint = [], warnings = [], infos = [] } = expected
  assert.equal(step.outcome, outcome, `${step.code ?? ''} ${step.message ?? ''}`)
  if (code !== undefined) assert.equal(step.code, code, step.message)
  for (const pattern of message) assert.match(step.message ?? '', pattern)
  for (const pattern of hint) assert.match(step.hint ?? '', pattern)
  match(step.warnings, warnings, 'warnings')
  for (const pattern of infos)
    assert.ok(
      step.infos.some((text) => pattern.test(text)),
      `infos: ${JSON.stringify(step.infos)}`,
    )
}

/** Runs a case in a host and throws AssertionError if it does not hold, or if anything secret left the engine. Gives what was seen, for comparing hosts. */
export async function runCase(one: ConformanceCase, host: CaseHost): Promise<{ seen: StepSeen; provider: TestProvider }> {
  const provider = await one.provider(host.redirectUri)
  try {
    const steps = one.steps(provider)
    const result = await host.run({
      steps,
      variables: { idp: provider.issuer, clientSecret: 'the-client-secret', ...one.variables },
      insecureHosts: [],
    })
    const last = steps.findLastIndex(({ kind }) => kind === 'oauth2')
    const step = result.steps.find(({ id }) => id === steps[last]?.id)
    assert.ok(step, 'the step has a result')
    for (const { id } of steps.slice(0, last)) {
      const before = result.steps.find((found) => found.id === id)
      assert.equal(before?.outcome, 'passed', before?.message)
    }
    judge(step, one.expect)
    assertNothingLeaked(provider.requests, one.variables ?? {}, result.events)
    one.check?.({ provider, result, step })
    return { seen: step, provider }
  } finally {
    await provider.close()
  }
}
