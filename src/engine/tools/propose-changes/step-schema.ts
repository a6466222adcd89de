import * as v from 'valibot'
import { stepFacts, type StepKindId } from '#engine/steps/facts.ts'
import { stepSchemas } from '#engine/steps/schemas.ts'
import { fromEntries } from '../request-from.ts'

/** The entries of a strict object of valibot. */
type Entries = Readonly<Record<string, v.GenericSchema>>

/** The entries that a kind of step stores. */
export const entriesOf = (schema: v.GenericSchema): Entries => ('entries' in schema ? (schema.entries as Entries) : {})

/** Whether steps of these entries send a request that an operation can say. */
const sendsRequest = (entries: Entries): boolean => 'method' in entries && 'url' in entries && 'body' in entries

/**
 * Each kind of step as arguments have it: the file's step without its id, its name optional, what it refers to by id or name. A request may be made
 * from an operation. Made of the list of kinds: a new kind is known here without a line.
 */
export function stepInputs(): v.GenericSchema<StepInput>[] {
  return Object.entries(stepSchemas as Record<string, v.GenericSchema>).map(([kind, schema]) => {
    const { id: _, kind: literal, name, ...stored } = entriesOf(schema)
    const rest = Object.fromEntries(Object.entries(stored).map(([key, one]) => [key, withoutDefault(one)]))
    const entries: Record<string, v.GenericSchema> = {
      kind: literal ?? v.literal(kind),
      name: v.optional(name ?? v.string()),
      ...(sendsRequest(rest)
        ? {
            from: v.optional(v.pipe(v.string(), v.description('An operation, instead of method and url'))),
            ...fromEntries,
            ...rest,
            url: v.optional(rest['url'] ?? v.string()),
          }
        : rest),
    }
    return v.strictObject(entries) as unknown as v.GenericSchema<StepInput>
  })
}

/** What is not said stays unsaid: the file's defaults come when the step is made. */
const withoutDefault = (schema: v.GenericSchema): v.GenericSchema =>
  'wrapped' in schema && schema.type === 'optional' ? v.optional(schema.wrapped as v.GenericSchema) : schema

/** A step as arguments have it. */
export interface StepInput extends Record<string, unknown> {
  kind: StepKindId
  name?: string
}

/** The fields of a kind that `edit_step` can set. */
export const fieldsOfKind = (kind: StepKindId): string[] =>
  Object.keys(entriesOf((stepSchemas as Record<string, v.GenericSchema>)[kind] ?? v.strictObject({}))).filter(
    (key) => key !== 'id' && key !== 'kind',
  )

/** What a new step is called whose arguments say nothing. */
export const newNameOf = (kind: StepKindId): string => stepFacts[kind].newName
