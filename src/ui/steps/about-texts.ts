import type { StepKindId } from '#engine/steps/facts.ts'

/** What each kind of step is for, in a line; where one is chosen. */
export const aboutTexts = {
  oauth2: 'Get a token from a provider',
  'send-request': 'Send an HTTP request',
  assertion: 'Check a response or variables',
  'data-transfer': 'Keep a response value in a variable',
  script: 'Run JavaScript with checks and variables',
  jwt: 'Sign your own token',
  wait: 'Wait a few seconds',
  sql: 'Query a database',
  'loop-start': 'Repeat the following steps for each row',
  'loop-end': 'End the repeated steps',
} satisfies Record<StepKindId, string>
