import type { StepKind } from '../step-kind.ts'
import { dataTransferCheck } from './check.ts'
import { dataTransferFacts } from './facts.ts'
import { runDataTransfer } from './run.ts'
import { dataTransferSchema } from './schema.ts'

/** Data Transfer: keeps values of a response in variables. */
export const dataTransferKind: StepKind<'data-transfer', typeof dataTransferSchema> = {
  id: 'data-transfer',
  schema: dataTransferSchema,
  facts: dataTransferFacts,
  check: dataTransferCheck,
  run: runDataTransfer,
}
