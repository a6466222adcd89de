import { readsCookies } from '#engine/extractors/source.ts'
import type { StepKind } from '../step-kind.ts'
import { dataTransferFacts } from './facts.ts'
import { runDataTransfer } from './run.ts'
import { dataTransferSchema } from './schema.ts'

/** Data Transfer: keeps values of a response in variables. */
export const dataTransferKind: StepKind<'data-transfer', typeof dataTransferSchema> = {
  id: 'data-transfer',
  schema: dataTransferSchema,
  facts: dataTransferFacts,
  needs: (step) => (step.transfers.some(readsCookies) ? ['no-cors'] : []),
  browserLimit: (step) => (step.transfers.some(readsCookies) ? 'read the cookies that a server sets (Set-Cookie)' : undefined),
  run: runDataTransfer,
}
