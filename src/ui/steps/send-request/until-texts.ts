/** Texts of what sends a request again. */
export const untilTexts = {
  again: 'Repeat until checks pass',
  on: 'for jobs, queues and services that need time',
  off: 'off: send once',
  every: 'Every',
  atMost: 'At most',
  check: 'check',
  noChecks: 'No checks yet',
  noChecksText: 'Add the condition to wait for, for example json $.state equals "done".',
  addCheck: 'Add check',
  change: 'Change repetition',
  changeTimes: 'Change waiting times',
} as const
