import type { StepKind } from '../step-kind.ts'
import { limitOf } from './browser-limit.ts'
import { runSendRequest } from './run.ts'
import { sendRequestSchema } from './schema.ts'

/** Send Request: one HTTP request; its response is what the steps after it look at. */
export const sendRequestKind: StepKind<'send-request', typeof sendRequestSchema> = {
  id: 'send-request',
  title: 'Send Request',
  schema: sendRequestSchema,
  defaults: () => ({
    kind: 'send-request',
    name: 'Send Request',
    description: '',
    disabled: false,
    method: 'GET',
    url: '',
    query: [],
    headers: [],
    body: { type: 'none' },
    followRedirects: true,
    timeout: 30,
    via: 'auto',
  }),
  needs: (step) => (limitOf(step) === undefined ? [] : ['no-cors']),
  browserLimit: limitOf,
  run: runSendRequest,
}
