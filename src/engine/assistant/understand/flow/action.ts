import type { PlanOperation } from '../../plan.ts'
import type { KnownOperation, OperationRole } from '#engine/case-builder/project-index.ts'
import type { FieldValue } from '../field-values.ts'
import type { Token } from '../reading.ts'

/** A step of a plan. */
export type StepOperation = Extract<PlanOperation, { do: 'add_step' }>

/** An action of a flow, as it is understood. */
export interface Action {
  /** A known operation, or method and path of one that is worked out. */
  operation?: KnownOperation
  method: string
  path: string
  role: OperationRole
  resource: string
  fields: Map<string, FieldValue>
  named: string[]
  omit: string[]
  status?: number
  refused: boolean
  token?: 'none' | 'wrong' | 'own'
  /** With the token of this kind of user. */
  as?: string
  unknown: boolean
  checks: NonNullable<StepOperation['checks']>
  /** Its list has what was made before; false: has it no more. */
  holds?: boolean
  /** Members of its answer that are as they were sent; none: all of them. */
  same?: string[]
  /** Fields that are a day, in days from the one on which it runs. */
  days?: ReadonlyMap<string, number>
  /** The parameter that takes the cursor which the same request before it gave. */
  cursor?: string
  /** The first item of the same request before it is not in its list. */
  others?: boolean
  /** Words of the request that its checks are made of. */
  used: Token[]
  /** It was made of "is there" or "is gone". */
  implied?: 'exists' | 'gone'
  /** It is done twice. */
  again?: boolean
  /** So often. */
  times?: number
  score: number
}

/** How much is known of an action. */
export const sizeOf = ({ fields, omit, status, refused, token, unknown, checks, holds, same, days }: Action): string =>
  JSON.stringify([fields.size, omit.length, status, refused, token, unknown, checks, holds, same, days?.size])

/** Whether a check bounds the whole answer and no member of it: how long it takes. */
export const isBounded = ({ checks }: Action): boolean => checks.some(({ at, is }) => at === undefined && /than|most/.test(is))

/** An action that only its operation is known of. */
export const plainAction = (operation: KnownOperation, score: number): Action => ({
  operation,
  method: operation.method,
  path: operation.path,
  role: operation.role,
  resource: operation.resource,
  fields: new Map(),
  named: [],
  omit: [],
  refused: false,
  unknown: false,
  checks: [],
  used: [],
  score,
})

/** The action of a request that nothing is known of but its method and path. */
export const literal = (method: string, path: string, more: Pick<Action, 'role' | 'resource' | 'score'>): Action => ({
  method,
  path,
  fields: new Map(),
  named: [],
  omit: [],
  refused: false,
  unknown: false,
  checks: [],
  used: [],
  ...more,
})

/** Nothing is said of it but what it is. */
export const plain = (action: Action): boolean =>
  action.fields.size === 0 &&
  action.days === undefined &&
  action.cursor === undefined &&
  action.others === undefined &&
  action.status === undefined &&
  !action.refused &&
  action.omit.length === 0 &&
  action.token === undefined &&
  action.as === undefined &&
  !action.unknown &&
  action.holds === undefined &&
  action.same === undefined &&
  action.checks.length === 0

/** Whether an operation documents an answer of this status. */
export const answersWith = (operation: KnownOperation | undefined, status: number): boolean =>
  operation?.api?.api.operation(operation.api.key)?.responses.some((one) => one.status === String(status)) === true
