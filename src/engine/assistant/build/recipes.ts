import type { Texts } from '../replies/texts.ts'
import { relatedOperation } from '#engine/case-builder/related-operations.ts'
import type { KnownOperation } from '#engine/case-builder/project-index.ts'
import { actionOf, type Action, type PlanValue } from '#engine/case-builder/actions.ts'
import type { Workbench } from '#engine/case-builder/workbench.ts'

/** Create, then delete or read; after a deletion a look whether it is gone, if the API can be asked. */
export function lifeCycle(
  bench: Workbench<Texts>,
  create: KnownOperation,
  recipe: 'create_delete' | 'create_read',
  then: KnownOperation | undefined,
  fields: Record<string, PlanValue>,
): Action[] {
  const read = relatedOperation(bench.index, create, 'read')
  const second = then ?? relatedOperation(bench.index, create, recipe === 'create_delete' ? 'delete' : 'read')
  const actions = [actionOf(create, { fields }), ...(second ? [actionOf(second)] : [])]
  if (recipe === 'create_delete' && read && bench.answers['gone'] !== 'no') {
    actions.push(actionOf(read, { status: 404, name: bench.texts.steps.isGone }))
    bench.assume('gone', bench.texts.assume.gone(read.name), 'yes', [
      { label: bench.texts.yes, value: 'yes' },
      { label: bench.texts.no, value: 'no' },
    ])
  }
  return actions
}

/** Create, read, update, read again, delete, and gone: what of these the API has. */
export function crudCases(bench: Workbench<Texts>, of: KnownOperation): Action[] {
  const role = (wanted: KnownOperation['role']) => (of.role === wanted ? of : relatedOperation(bench.index, of, wanted))
  const [create, read, update, remove] = (['create', 'read', 'update', 'delete'] as const).map(role)
  const actions: Action[] = []
  if (create) actions.push(actionOf(create))
  if (read) actions.push(actionOf(read))
  if (update) actions.push(actionOf(update))
  if (remove) actions.push(actionOf(remove))
  if (remove && read) {
    actions.push(actionOf(read, { status: 404, name: bench.texts.steps.isGone }))
    bench.assume('gone', bench.texts.assume.gone(read.name), 'yes')
  }
  return actions
}

/** With a token it answers, without one it is refused. */
export const withAndWithoutToken = (operation: KnownOperation): Action[][] => [
  [actionOf(operation)],
  [actionOf(operation, { token: 'none', status: 401 })],
]

/** What an operation has to refuse: a required member that is missing, no token, an id that nothing has. */
export function negativeActions(
  bench: Workbench<Texts>,
  operation: KnownOperation,
  kinds: readonly string[] = [],
): { name: string; actions: Action[] }[] {
  const wants = (kind: string): boolean => kinds.length === 0 || kinds.includes(kind)
  const { steps } = bench.texts
  const found: { name: string; actions: Action[] }[] = []
  const required = operation.fields.filter(({ in: place, required: isRequired }) => place === 'body' && isRequired)
  if (wants('missing'))
    for (const { name } of required.slice(0, 8))
      found.push({ name: steps.without(operation.title, name), actions: [actionOf(operation, { omit: [name], refused: true })] })
  if (wants('token') && operation.protected) {
    found.push({ name: steps.withoutToken(operation.title), actions: [actionOf(operation, { token: 'none', status: 401 })] })
    found.push({ name: steps.wrongToken(operation.title), actions: [actionOf(operation, { token: 'wrong', status: 401 })] })
  }
  if (wants('unknown') && operation.fields.some(({ in: place }) => place === 'path'))
    found.push({ name: steps.unknown(operation.title), actions: [actionOf(operation, { unknown: true, status: 404 })] })
  if (found.length > 0 || kinds.length > 0) return found
  // The document asks for nothing: what is of another type than it says has to be refused all the same.
  const typed = operation.fields.filter(
    ({ in: place, type, name }) => place === 'body' && (wrongType(type) !== undefined || /mail/i.test(name)),
  )
  for (const { name, type } of typed.slice(0, 8))
    found.push({
      name: steps.wrong(operation.title, name),
      actions: [actionOf(operation, { fields: { [name]: wrongType(type) ?? 'not-an-address' }, refused: true })],
    })
  return found
}

/** A value of another type; undefined of texts, which much can be taken for. */
const wrongType = (type: string | undefined): PlanValue | undefined =>
  type === 'integer' || type === 'number'
    ? 'not-a-number'
    : type === 'boolean'
      ? 'not-a-boolean'
      : type === 'array' || type === 'object'
        ? 'no-such-value'
        : undefined
