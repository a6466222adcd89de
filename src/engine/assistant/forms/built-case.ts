import { actionOf, type Action } from '#engine/case-builder/actions.ts'
import { buildCase, suiteFor } from '#engine/case-builder/case-builder.ts'
import { builderTexts } from '#engine/case-builder/texts.ts'
import { Workbench } from '#engine/case-builder/workbench.ts'
import type { KnownOperation } from '#engine/case-builder/project-index.ts'
import type { Step, Variable } from '#engine/project/format/schema.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { takesStatus } from '#engine/extractors/facts.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { suiteChanges, valueIn, type FormCalls, type FormValues, type FormContext } from './form.ts'

/** A request of a form: an operation, what is particular about it, and the status that it returns where that isn't the documented one. */
export interface FormRequest extends Partial<Omit<Action, 'operation'>> {
  operation: KnownOperation
  status?: number
}

/** A case of these requests, built by TestBuilder, as changes that add it. */
export async function builtCase(
  requests: readonly FormRequest[],
  name: string,
  values: FormValues,
  context: FormContext,
): Promise<FormCalls & { changes: unknown[] }> {
  let ids = 0
  const bench = new Workbench(context.project, () => `new-${++ids}`, builderTexts)
  const actions = requests.map(({ operation, status: _status, ...more }) => actionOf(operation, more))
  const asked = valueIn(values, 'suite')
  const place = asked === '' ? suiteFor(bench, { actions }).name : asked
  const one = await buildCase(bench, { name, suite: place, actions })
  expectStatuses(one.steps, requests)
  const before = new Set(context.project.variables.map((variable) => variable.name))
  const added = bench.project.variables.filter((variable) => !before.has(variable.name))
  const { suite, changes } = suiteChanges({ suite: place }, context, place)
  return {
    summary: name,
    changes: [
      ...changes,
      ...added.map(variableChange),
      { do: 'add_case', suite, name: one.name, ...variablesOf(one.variables), steps: plainSteps(one.steps) },
    ],
    assumptions: [...bench.assumptions.map(({ text }) => text), ...bench.warnings],
  }
}

/** The requested requests expect their status, the last of the same operation first. */
function expectStatuses(steps: Step[], requests: readonly FormRequest[]): void {
  const sent = steps.filter(isSendRequestStep)
  for (const [at, { status }] of requests.entries()) {
    const request = sent[sent.length - requests.length + at]
    if (status === undefined || !request) continue
    const assertion = steps.find((step) => isAssertionStep(step) && step.step === request.id)
    const check = { source: 'status', is: 'equals', value: status, not: false } as never
    if (!assertion || !isAssertionStep(assertion)) continue
    assertion.name = builderTexts.steps.answers(String(status))
    assertion.checks = [check, ...assertion.checks.filter((one) => !takesStatus(one))]
  }
}

/** A variable of the project as a change; a secret stays one. */
export const variableChange = ({ name, value, description }: Variable): unknown => ({
  do: 'set_variable',
  name,
  ...(typeof value === 'object' ? { secret: true } : { value: String(value) }),
  ...(description === '' ? {} : { description }),
})

/** Variables of a case as a change has them. */
export const variablesOf = (variables: readonly Variable[]): { variables?: unknown[] } => {
  const plain = variables.flatMap(({ name, value }) => (typeof value === 'object' ? [] : [{ name, value }]))
  return plain.length > 0 ? { variables: plain } : {}
}

/** Steps as `propose_changes` takes them: no ids, and names in their references. */
export function plainSteps(steps: readonly Step[], names: ReadonlyMap<string, string> = new Map()): unknown[] {
  const known = new Map([...steps.map(({ id, name }): [string, string] => [id, name]), ...names])
  return steps.map((step) => {
    const { id: _, ...rest } = step as Step & Record<string, unknown>
    const { step: result, dataSource } = factsOf(step).refers ?? {}
    const refer = (field: string | undefined) =>
      field !== undefined && typeof rest[field] === 'string' && known.has(rest[field]) ? { [field]: known.get(rest[field]) } : {}
    return { ...rest, ...refer(result), ...refer(dataSource) }
  })
}
