import type { PredicateName } from '#engine/checks/facts.ts'
import type { SourceName } from '#engine/extractors/facts.ts'
import type { KnownOperation } from './project-index.ts'

/** A check as the file has it, before its schema is asked. */
export type RawCheck = Record<string, unknown> & { source: SourceName; is: PredicateName }

/** A value as plans have it. */
export type PlanValue = string | number | boolean | null

/** A request of a case that is to be built. */
export interface Action {
  /** What it asks for, or method and path where nothing is known of it. */
  operation?: KnownOperation
  method: string
  path: string
  fields: Record<string, unknown>
  /** Members of the body that are left out. */
  omit?: string[]
  status?: number
  refused?: boolean
  token?: 'none' | 'wrong' | 'own'
  /** With the token of this kind of user. */
  as?: string
  unknown?: boolean
  checks: RawCheck[]
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
