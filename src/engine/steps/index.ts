import type * as v from 'valibot'
import { assertionKind } from './assertion/index.ts'
import { dataTransferKind } from './data-transfer/index.ts'
import type { StepKindId } from './facts.ts'
import { jwtKind } from './jwt/index.ts'
import { loopEndKind } from './loop-end/index.ts'
import { loopStartKind } from './loop-start/index.ts'
import { oauth2Kind } from './oauth2/index.ts'
import type { AnyStep, stepSchemas } from './schemas.ts'
import { scriptKind } from './script/index.ts'
import { sendRequestKind } from './send-request/index.ts'
import { sqlKind } from './sql/index.ts'
import type { StepKind } from './step-kind.ts'
import { waitKind } from './wait/index.ts'

/** Of a kind without a schema: `unknown`, so that only `schemas.ts` reports it. */
type SchemaOf<K extends StepKindId> = K extends keyof typeof stepSchemas ? (typeof stepSchemas)[K] : v.GenericSchema

/** What runs each kind of step. */
export const stepKinds = {
  oauth2: oauth2Kind,
  'send-request': sendRequestKind,
  assertion: assertionKind,
  'data-transfer': dataTransferKind,
  script: scriptKind,
  jwt: jwtKind,
  wait: waitKind,
  sql: sqlKind,
  'loop-start': loopStartKind,
  'loop-end': loopEndKind,
} satisfies { [K in StepKindId]: StepKind<SchemaOf<K>> }

/** The kind of a step, as a kind that takes every step: its own is the only one it is ever given. */
export const kindOf = (step: AnyStep): StepKind<v.GenericSchema<AnyStep>> =>
  stepKinds[step.kind] as unknown as StepKind<v.GenericSchema<AnyStep>>
