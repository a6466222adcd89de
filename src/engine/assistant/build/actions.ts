import type { PlanOperation, PlannedCheck } from '../plan.ts'
import type { KnownOperation, ProjectIndex } from '../project-index.ts'

/** A value as plans have it. */
export type PlanValue = string | number | boolean | null

/** A request of a case that is to be built. */
export interface Action {
  /** What it asks for, or method and path where nothing is known of it. */
  operation?: KnownOperation
  method: string
  path: string
  fields: Record<string, PlanValue>
  /** Members of the body that are left out. */
  omit?: string[]
  status?: number
  refused?: boolean
  token?: 'none' | 'wrong' | 'own'
  /** With the token of this kind of user. */
  as?: string
  unknown?: boolean
  checks: PlannedCheck[]
  /** Its list has what was made before; false: has it no more. */
  holds?: boolean
  /** Members of its answer that are as they were sent; none: all of them. */
  same?: string[]
  /** Fields that are a day, in days from the one on which it runs. */
  days?: Readonly<Record<string, number>>
  /** The parameter that takes the cursor which the same request before it gave. */
  cursor?: string
  /** The first item of the same request before it is not in its list. */
  others?: boolean
  /** Of a list that is asked for what a later request is about, its first item: where that is kept by the later path, `/features/{id}/environments`. */
  gives?: string
  /** A name of its own. */
  name?: string
}

/** The action of an operation as it is documented. */
export const actionOf = (operation: KnownOperation, more: Partial<Action> = {}): Action => ({
  operation,
  method: operation.method,
  path: operation.path,
  fields: {},
  checks: [],
  ...more,
})

/** The action of a planned step; undefined if nothing says what it asks for. */
export function plannedAction(step: Extract<PlanOperation, { do: 'add_step' }>, index: ProjectIndex): Action | undefined {
  const operation = step.operation === undefined ? undefined : index.operation(step.operation)
  if (!operation && (step.method === undefined || step.url === undefined)) return undefined
  return {
    ...(operation ? { operation } : {}),
    method: operation?.method ?? step.method ?? 'GET',
    path: operation?.path ?? step.url ?? '/',
    fields: { ...step.fields },
    checks: [...(step.checks ?? [])],
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
