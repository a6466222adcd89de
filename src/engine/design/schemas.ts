import * as v from 'valibot'
import { boundariesSchema } from './boundaries/schema.ts'
import { combinationsSchema } from './combinations/schema.ts'
import { decisionTableSchema } from './decision-table/schema.ts'
import { causeEffectSchema } from './cause-effect/schema.ts'
import { classificationTreeSchema } from './classification-tree/schema.ts'
import { domainSchema } from './domain/schema.ts'
import { crudSchema } from './crud/schema.ts'
import { useCaseSchema } from './use-case/schema.ts'
import { randomSchema } from './random/schema.ts'
import { errorGuessingSchema } from './error-guessing/schema.ts'
import type { MethodId } from './facts.ts'
import { mcdcSchema } from './mcdc/schema.ts'
import { partitionsSchema } from './partitions/schema.ts'
import { sequencesSchema } from './sequences/schema.ts'
import { statesSchema } from './states/schema.ts'

/** What designs of each method hold in the file. */
export const designSchemas = {
  partitions: partitionsSchema,
  boundaries: boundariesSchema,
  combinations: combinationsSchema,
  'decision-table': decisionTableSchema,
  states: statesSchema,
  mcdc: mcdcSchema,
  sequences: sequencesSchema,
  'error-guessing': errorGuessingSchema,
  random: randomSchema,
  'use-case': useCaseSchema,
  crud: crudSchema,
  domain: domainSchema,
  'classification-tree': classificationTreeSchema,
  'cause-effect': causeEffectSchema,
} satisfies Record<MethodId, v.GenericSchema>

/** A design of any method, by `method`. */
export const designSchema = v.variant('method', Object.values(designSchemas))
/** See {@link designSchema}. */
export type Design = v.InferOutput<typeof designSchema>
/** A design as it is worked with, wherever it is. */
export type Model<D extends Design = Design> = D extends Design ? Omit<D, 'id' | 'source'> : never
/** The design of one method. */
export type DesignOf<Id extends MethodId> = Model<v.InferOutput<(typeof designSchemas)[Id]>>
