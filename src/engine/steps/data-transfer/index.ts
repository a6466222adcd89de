import type { StepKind } from '../step-kind.ts'
import { runDataTransfer } from './run.ts'
import type { dataTransferSchema } from './schema.ts'

/** Data Transfer: keeps values of a response in variables. */
export const dataTransferKind: StepKind<typeof dataTransferSchema> = {
  run: runDataTransfer,
}
