import type * as v from 'valibot'
import { assertionSchema } from './assertion/schema.ts'
import { dataTransferSchema } from './data-transfer/schema.ts'
import type { StepKindId } from './facts.ts'
import { jwtSchema } from './jwt/schema.ts'
import { loopEndSchema } from './loop-end/schema.ts'
import { loopStartSchema } from './loop-start/schema.ts'
import { oauth2Schema } from './oauth2/schema.ts'
import { scriptSchema } from './script/schema.ts'
import { sendRequestSchema } from './send-request/schema.ts'
import { sqlSchema } from './sql/schema.ts'
import { waitSchema } from './wait/schema.ts'

/** The file schema of each kind of step. */
export const stepSchemas = {
  oauth2: oauth2Schema,
  'send-request': sendRequestSchema,
  assertion: assertionSchema,
  'data-transfer': dataTransferSchema,
  script: scriptSchema,
  jwt: jwtSchema,
  wait: waitSchema,
  sql: sqlSchema,
  'loop-start': loopStartSchema,
  'loop-end': loopEndSchema,
} satisfies { [K in StepKindId]: v.GenericSchema<object, { kind: K }> }

/** A step of any kind. */
export type AnyStep = { [K in keyof typeof stepSchemas]: v.InferOutput<(typeof stepSchemas)[K]> }[keyof typeof stepSchemas]
