import type { StepKind } from '../step-kind.ts'
import { sendRequestCheck } from './check.ts'
import { sendRequestFacts } from './facts.ts'
import { runSendRequest } from './run.ts'
import { sendRequestSchema } from './schema.ts'

/** Send Request: one HTTP request; its response is what the steps after it look at. */
export const sendRequestKind: StepKind<'send-request', typeof sendRequestSchema> = {
  id: 'send-request',
  schema: sendRequestSchema,
  facts: sendRequestFacts,
  check: sendRequestCheck,
  run: runSendRequest,
}
