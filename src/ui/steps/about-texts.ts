import type { StepKindId } from '#engine/steps/facts.ts'

/** What each kind of step is for, in a line; where one is chosen. */
export const aboutTexts = {
  oauth2: 'Gets a token from a provider',
  'send-request': 'Sends an HTTP request',
  assertion: 'Checks the answer, or variables',
  'data-transfer': 'Keeps a part of the answer in a variable',
  jwt: 'Signs a token of your own',
  wait: 'Waits some seconds',
  sql: 'Asks a database',
  'loop-start': 'Repeats the steps after it for each row',
  'loop-end': 'Ends what a loop repeats',
} satisfies Record<StepKindId, string>
