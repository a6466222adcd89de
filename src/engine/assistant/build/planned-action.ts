import type { Action, PlanValue } from '#engine/case-builder/actions.ts'
import type { RawCheck } from '#engine/case-builder/actions.ts'
import type { ProjectIndex } from '#engine/case-builder/project-index.ts'
import type { PlanOperation, PlannedCheck } from '../plan.ts'

/** The action of a planned step; undefined if nothing says what it asks for. */
export function plannedAction(step: Extract<PlanOperation, { do: 'add_step' }>, index: ProjectIndex): Action | undefined {
  const operation = step.operation === undefined ? undefined : index.operation(step.operation)
  if (!operation && (step.method === undefined || step.url === undefined)) return undefined
  return {
    ...(operation ? { operation } : {}),
    method: operation?.method ?? step.method ?? 'GET',
    path: operation?.path ?? step.url ?? '/',
    fields: Object.fromEntries(Object.entries(step.fields ?? {}).map(([name, value]) => [name, literal(value)])),
    checks: (step.checks ?? []).map(plannedCheck),
    ...(step.status === undefined ? {} : { status: step.status }),
    ...(step.refused ? { refused: true } : {}),
    ...(step.omit ? { omit: step.omit } : {}),
    ...(step.token ? { token: step.token } : {}),
    ...(step.as === undefined ? {} : { as: step.as }),
    ...(step.unknown ? { unknown: true } : {}),
    ...(step.same ? { same: step.same } : {}),
    ...(step.days ? { days: step.days } : {}),
    ...(step.cursor === undefined ? {} : { cursor: step.cursor }),
    ...(step.others === undefined ? {} : { others: step.others }),
    ...(step.holds === undefined ? {} : { holds: step.holds }),
    ...(step.name === undefined ? {} : { name: step.name }),
  }
}

/** A planned check in the words of the file. */
export function plannedCheck({ source, at, is, not, value }: PlannedCheck): RawCheck {
  const place = at === undefined ? {} : at.startsWith('$') ? { path: at } : { name: at }
  return { source, ...place, ...(not ? { not } : {}), is, ...(value === undefined ? {} : { value }) }
}

/** What a person says literally, in a template. */
export const literal = (value: PlanValue): PlanValue => (typeof value === 'string' ? value.replaceAll('${', () => '$${') : value)
