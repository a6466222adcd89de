import type { ParameterStyle } from '#engine/api/parameter-style.ts'
import type { JsonSchema } from '#engine/api/schema.ts'
import type { Value } from '../result.ts'

/** Where a value goes in a request. `token`: how the client shows who it is. */
export type SlotPlace = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'token'

/** A value of a slot, and why it is there: the keyword that it obeys or breaks, `example`, `required`, `type`. */
export interface SlotValue {
  value: Value
  valid: boolean
  rule: string
}

/** One place of a request that can be given a value: a parameter of a design by the same name. */
export interface Slot {
  name: string
  in: SlotPlace
  /** Place in the body; the name alone elsewhere. List items by number. */
  path: readonly string[]
  required: boolean
  /** What it asks for, its references and `allOf` combined. */
  schema: JsonSchema
  /** The first one is what it has while others are tested. */
  values: readonly SlotValue[]
  /** The slot without which it isn't there. */
  parent?: string
  /** How lists and objects of a parameter are written. */
  style?: ParameterStyle
  /** What `(present)` puts there, or one item of a list. */
  made?: unknown
}

/** Statuses that are documented for a request: `201`, `4XX` where it isn't said which. */
export interface ShapeStatuses {
  valid: string
  invalid: string
  /** For a path that names nothing or nothing that can be. */
  path: string
  token: string
  forbidden: string
}

/** What a request consists of, as plain data: what models are made of, and what tests of them are made requests with. */
export interface Shape {
  title: string
  method: string
  /** As it is written, `/orders/{id}`. Empty for a schema or a JSON body alone. */
  path: string
  slots: readonly Slot[]
  /** Undefined: none is sent. */
  body?: { type: string; schema: JsonSchema; value: unknown }
  statuses: ShapeStatuses
  /** The statuses whose answers are described: `201`, `4XX`, `default`. Unknown without a description. */
  documented?: readonly string[]
  /** What could not be inferred from the API definition, and what was omitted. */
  notes: readonly string[]
}
