import type { StepKind } from '../step-kind.ts'
import { runSendRequest } from './run.ts'
import type { sendRequestSchema } from './schema.ts'

/** Send Request: one HTTP request. Later steps check or read its response. */
export const sendRequestKind: StepKind<typeof sendRequestSchema> = {
  run: runSendRequest,
}
