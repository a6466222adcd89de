import type { OutcomeName } from '#engine/runner/report/events.ts'

/** Words of reports. */
export const reporterTexts = {
  marks: { passed: '✓', failed: '✗', broken: '!', skipped: '-', cancelled: '○' } satisfies Record<OutcomeName, string>,
  /** Of a case that passed although nothing checks a response of 400 and above. */
  uncheckedMark: '?',
  unchecked: (status = 0): string => `${status}, unchecked`,
  outcomes: {
    passed: 'Passed',
    failed: 'Failed',
    broken: 'Error',
    skipped: 'Skipped',
    cancelled: 'Cancelled',
  } satisfies Record<OutcomeName, string>,
  expected: 'expected:',
  actual: 'actual:  ',
  after: 'after',
  cause: 'cause:',
  warning: (step: string, text: string) => `warning in ${step}: ${text}`,
  row: (row: string) => `row ${row}`,
  attempt: (attempt: number) => `attempt ${attempt}`,
  flaky: (count: number) => `${count === 1 ? '1 case' : `${count} cases`} passed only on retry.`,
  moreFailures: (count: number) => `${count === 1 ? '1 more failure' : `${count} more failures`}. See the job's log.`,
  passedOnRetry: (attempts: number, message: string) =>
    `Passed on attempt ${attempts + 1}.${message === '' ? '' : ` Before: ${message}`}`,
  rows: (count: number) => (count === 1 ? '1 row' : `${count} rows`),
  moreRows: (count: number) =>
    `${reporterTexts.rows(count)} more. ${count === 1 ? 'Its' : 'Their'} steps are in the run's events.`,
  steps: (count: number) => (count === 1 ? '1 step' : `${count} steps`),
  heading: (project: string, environment: string | undefined) =>
    environment === undefined ? project : `${project}, environment ${environment}`,
  seed: (seed: number) => `Seed ${seed}`,
  program: 'assay run',
  noSteps: 'The case has no steps to run.',
  unfinished: 'The run ended before this case finished.',
  cancelled: 'cancelled',
  notBegun: (reason: string | undefined) => `Not started. ${reason ?? ''}`.trimEnd(),
  casesNotBegun: (count: number, of: number) => `${count} of ${of} cases not started.`,
} as const
