import type { PredicateName } from '#engine/checks/facts.ts'
import type { SourceName } from '#engine/extractors/facts.ts'
import type { KnownOperation } from './project-index.ts'

/** A check as the file has it, before its schema is asked. */
export type RawCheck = Record<string, unknown> & { source: SourceName; is: PredicateName }

/** A request of a case that is to be built. */
export interface Action {
  /** What it sends, or method and path where nothing is known of it. */
  operation?: KnownOperation
  method: string
  path: string
  /** Values by name; templates. */
  fields: Record<string, unknown>
  /** Members and parameters that are omitted. */
  omit?: string[]
  /** Optional members and parameters are sent only where `fields` or `named` has them. */
  requiredOnly?: boolean
  /** Members that get their values later. */
  named?: readonly string[]
  token?: 'none' | 'wrong'
  /** With the token of this type of user. */
  as?: string
  /** Of a list that is read for what a later request is about, its first item: where that is kept by the later path, `/features/{id}/environments`. */
  gives?: string
}

/** The action of an operation as it is documented. */
export const actionOf = (operation: KnownOperation, more: Partial<Action> = {}): Action => ({
  operation,
  method: operation.method,
  path: operation.path,
  fields: {},
  ...more,
})
