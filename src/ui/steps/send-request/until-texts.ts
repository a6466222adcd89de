/** Texts of what sends a request again. */
export const untilTexts = {
  again: 'Send again until checks hold',
  on: 'for what takes its time: a job, a queue, a service that starts',
  off: 'off: sent once',
  every: 'Every',
  atMost: 'At most',
  check: 'check',
  noChecks: 'No checks yet',
  noChecksText: 'Say what the answer must be before the next step begins, for example json $.state equals "done".',
  addCheck: 'Add check',
  change: 'Change sending again',
  changeTimes: 'Change waiting times',
} as const
