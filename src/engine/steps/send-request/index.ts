import type { StepKind } from '../step-kind.ts'
import { sendRequestFacts } from './facts.ts'
import { limitOf } from './browser-limit.ts'
import { runSendRequest } from './run.ts'
import { sendRequestSchema } from './schema.ts'

/** Send Request: one HTTP request; its response is what the steps after it look at. */
export const sendRequestKind: StepKind<'send-request', typeof sendRequestSchema> = {
  id: 'send-request',
  schema: sendRequestSchema,
  facts: sendRequestFacts,
  needs: (step) => (limitOf(step) === undefined ? [] : ['no-cors']),
  browserLimit: limitOf,
  run: runSendRequest,
}
