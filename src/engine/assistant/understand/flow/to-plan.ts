/* oxlint-disable unicorn/no-thenable -- `then` is a plan's word for what comes next; nobody awaits a plan. */
import type { PlanOperation } from '../../plan.ts'
import type { Asked } from '../candidate.ts'
import { caseOf } from '../names.ts'
import { plain, type Action, type StepOperation } from './action.ts'

/** "then delete that order" of the case in focus goes behind its steps, where it has what is meant. */
export function behind(
  operations: PlanOperation[],
  actions: readonly Action[],
  { focus, reading: { tokens }, index }: Asked,
): PlanOperation[] {
  const known = caseOf(index, focus.case)
  const [first] = actions
  const [word] = tokens
  if (!known || !first?.path.includes('{') || first.unknown || actions.some(({ role }) => role === 'create')) return operations
  const follows =
    word?.concepts.has('then') ||
    word?.concepts.has('and') ||
    tokens.some((token) => token.concepts.has('it') || token.concepts.has('then'))
  const hasIt = index.operationsIn(known).some((one) => one.role === 'create' && one.resource === first.resource)
  if (!follows || !hasIt || focus.case === undefined) return operations
  const label = focus.case
  return operations.flatMap((one): PlanOperation[] =>
    one.do === 'add_step' ? [{ ...one, case: label }] : one.do === 'add_case' ? [] : [one],
  )
}

/** The plan of actions: a recipe where it is one, else a case with its steps. */
export function toPlan(actions: readonly Action[]): PlanOperation[] {
  const [first, second, third] = actions
  const name = (one: Action | undefined) => one?.operation?.name ?? ''
  if (
    first?.operation &&
    second?.operation &&
    first.role === 'create' &&
    plain({ ...first, fields: new Map() }) &&
    (third === undefined || (actions.length === 3 && third.implied === 'gone'))
  ) {
    const fields = first.fields.size > 0 ? { fields: Object.fromEntries(first.fields) } : {}
    if (second.role === 'delete' && plain(second))
      return [{ do: 'recipe', recipe: 'create_delete', operation: name(first), then: name(second), ...fields }]
    if (actions.length === 2 && second.role === 'read' && plain({ ...second, fields: new Map() }) && second.implied !== 'gone')
      return [{ do: 'recipe', recipe: 'create_read', operation: name(first), then: name(second), ...fields }]
  }
  return [
    { do: 'add_case', name: '' },
    ...actions.map((action): StepOperation => ({
      do: 'add_step',
      kind: 'send-request',
      ...(action.operation ? { operation: action.operation.name } : { method: action.method, url: action.path }),
      ...(action.fields.size > 0 || action.named.length > 0
        ? {
            fields: {
              ...(action.operation?.api ? {} : Object.fromEntries(action.named.map((one) => [one, '']))),
              ...Object.fromEntries(action.fields),
            },
          }
        : {}),
      ...(action.status === undefined ? {} : { status: action.status }),
      ...(action.omit.length > 0 ? { omit: [...new Set(action.omit)] } : {}),
      ...(action.refused ? { refused: true } : {}),
      ...(action.token ? { token: action.token } : {}),
      ...(action.unknown ? { unknown: true } : {}),
      ...(action.checks.length > 0 ? { checks: action.checks } : {}),
    })),
  ]
}
