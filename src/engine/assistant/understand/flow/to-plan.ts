/* oxlint-disable unicorn/no-thenable -- `then` is a plan's word for what comes next; nobody awaits a plan. */
import type { PlanOperation } from '../../plan.ts'
import type { Asked } from '../candidate.ts'
import { caseOf } from '../names.ts'
import type { Token } from '../reading.ts'
import { plain, type Action, type StepOperation } from './action.ts'

/** "then delete that order" of the case that is named or in focus goes behind its steps, where it has what is meant. */
export function behind(operations: PlanOperation[], actions: readonly Action[], asked: Asked): PlanOperation[] {
  const {
    focus,
    named,
    reading: { tokens },
    index,
  } = asked
  const speaksOfCase = tokens.some(({ concepts }) => concepts.has('more') || concepts.has('existing'))
  // "Create a task, then delete it", where a case is called "Create a task": what is done, and no case that is named.
  const isDone = tokens[0]?.concepts.has('create') === true && !speaksOfCase
  const said = named.find(({ what, quoted, start }) => what === 'case' && (quoted || start > 0 || !isDone))?.label
  const label = said ?? focus.case
  const known = caseOf(index, label)
  const [word] = tokens
  const hasMade = (one: Action) =>
    index.operationsIn(known).some(({ role, resource }) => role === 'create' && resource === one.resource)
  const isTold =
    said !== undefined &&
    tokens.some(({ concepts }) => (['more', 'existing', 'it'] as const).some((concept) => concepts.has(concept)))
  // "It should delete what it created": that is what the case has created already.
  const fresh = actions.filter((one) => !(isTold && one.role === 'create' && one.fields.size === 0 && hasMade(one)))
  const [first] = fresh
  if (!known || label === undefined || !first?.path.includes('{') || first.unknown || fresh.some(({ role }) => role === 'create'))
    return operations
  const follows =
    isTold ||
    word?.concepts.has('then') ||
    word?.concepts.has('and') ||
    tokens.some((token) => token.concepts.has('it') || token.concepts.has('then'))
  if (!follows || !hasMade(first)) return operations
  const steps = fresh.length < actions.length ? toPlan(fresh) : operations
  return steps.flatMap((one): PlanOperation[] =>
    one.do === 'add_step' ? [{ ...one, case: label }] : one.do === 'add_case' ? [] : [one],
  )
}

/** "name it 'Rush order'": what is quoted behind such a word, and no value of a request, is the name of the new case. */
export function named(operations: PlanOperation[], actions: readonly Action[], { reading: { tokens } }: Asked): PlanOperation[] {
  const name = caseName(tokens, actions)
  return name === undefined
    ? operations
    : operations.map((one) =>
        (one.do === 'add_case' && one.name === '') || (one.do === 'recipe' && one.name === undefined) ? { ...one, name } : one,
      )
}

/** See {@link named}. */
export function caseName(tokens: readonly Token[], actions: readonly Action[]): string | undefined {
  const at = tokens.findIndex(
    ({ concepts }, index) => concepts.has('called') && tokens.slice(index + 1, index + 3).some(({ kind }) => kind === 'quoted'),
  )
  const quoted =
    at < 0
      ? undefined
      : tokens
          .slice(at + 1)
          .find(({ kind }) => kind === 'quoted')
          ?.text.trim()
  return quoted === undefined || actions.some(({ fields }) => [...fields.values()].includes(quoted)) ? undefined : quoted
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
      ...(action.as === undefined ? {} : { as: action.as }),
      ...(action.unknown ? { unknown: true } : {}),
      ...(action.checks.length > 0 ? { checks: action.checks } : {}),
      ...(action.same === undefined ? {} : { same: action.same }),
      ...(action.days === undefined ? {} : { days: Object.fromEntries(action.days) }),
      ...(action.cursor === undefined ? {} : { cursor: action.cursor }),
      ...(action.others === undefined ? {} : { others: action.others }),
      ...(action.holds === undefined ? {} : { holds: action.holds }),
    })),
  ]
}
