import type { StepKind } from '../step-kind.ts'
import { runSendRequest } from './run.ts'
import type { sendRequestSchema } from './schema.ts'

/** Send Request: one HTTP request; its response is what the steps after it look at. */
export const sendRequestKind: StepKind<typeof sendRequestSchema> = {
  run: runSendRequest,
}
