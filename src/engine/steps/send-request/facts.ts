import { variablesAsked } from '#engine/extractors/facts.ts'
import type { StepFacts } from '../step-facts.ts'
import { templateParts, words } from '../summary.ts'
import type { SendRequestStep } from './schema.ts'

/** Send Request: one HTTP request. Later steps check or read its response. */
export const sendRequestFacts: StepFacts<SendRequestStep> = {
  title: 'Send Request',
  newName: 'Send request',
  initial: { url: '' },
  gives: 'http',
  readsVariables: ({ until }) => variablesAsked(until?.checks ?? []),
  summary: ({ method, url }) => [words(`${method} `), ...(url ? templateParts(url) : [words('no URL yet')])],
}

/** Whether a step is of this type, for what is about requests and nothing else. */
export const isSendRequestStep = (step: { kind: string } | undefined): step is SendRequestStep => step?.kind === 'send-request'
