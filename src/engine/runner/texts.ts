/** What a run says about itself. */
export const runnerTexts = {
  noEnvironment: (id: string) => `The project has no environment "${id}".`,
  noSuite: (id: string) => `The project has no suite "${id}".`,
  noCase: (id: string) => `The project has no case "${id}".`,
  noTag: (tag: string) => `No case has the tag "${tag}".`,
  noStep: (id: string) => `The case has no step "${id}".`,
  emptyProject: 'Nothing to run: the project has no cases.',
  emptySuite: (name: string) => `Nothing to run: the suite "${name}" has no cases.`,
  emptyHint: 'Add a case with steps.',
  nothingSelected: 'Nothing to run: no case matches the selection.',
  selectionHint: 'Check the names, or select more.',
  skippedAfter: (step: string, outcome: string) =>
    `Skipped because "${step}" ${outcome === 'cancelled' ? 'was cancelled' : outcome === 'broken' ? 'had an error' : 'failed'}.`,
  answerSkipped: (step: string) => `Skipped because "${step}", whose response it reads, was skipped.`,
  noAnswer: (step: string) => `Skipped because "${step}", whose response it reads, received none.`,
  variableLost: (name: string, step: string) => `Skipped because "${step}" didn't set \${${name}}.`,
  skippedByScript: 'Skipped by skipRequest in its script.',
  stoppedByScript: 'Skipped because a script ended the run with setNextRequest(null).',
  jumpedOver: (next: string) => `Skipped because a script continues with "${next}" (setNextRequest).`,
  loopSkipped: (loop: string) => `Skipped because the loop "${loop}" was skipped.`,
  skippedByProblem: 'Skipped because the case has a problem.',
  noSource: "The loop's data source doesn't exist.",
  ofSource: (name: string, warning: string) => `${name}, ${warning}${warning.endsWith('?') ? '' : '.'}`,
  skippedByRow: 'Skipped because the row is invalid.',
  noRows: 'Skipped because the loop has no rows.',
  rowsGone: (numbers: string) => `Nothing to run: this loop no longer has row ${numbers}.`,
  rowsGoneHint: 'Run the whole case. The data has changed.',
  inRow: (loop: string, number: number, values: string) =>
    `Ran in row ${number} of ${JSON.stringify(loop)}${values === '' ? '' : `: ${values}`}.`,
  noRowFrom: (loop: string, number: number) =>
    `This step's loop ${JSON.stringify(loop)} has ${number === 1 ? 'no rows' : `fewer than ${number} rows`}.`,
  noRowFromHint: 'Add rows to its data source, or choose another row in the loop.',
  stopped: 'The run was stopped.',
  timeLimit: (ms: number) => `The run's time limit of ${Number((ms / 1000).toFixed(3))} s was reached.`,
  timeLimitHint: 'Increase the limit (--timeout), or run fewer cases.',
  bail: (step: string) => `Stopped at the first failure: ${step}.`,
  internal: "Assay had an internal error, so the step wasn't completed.",
  internalRun: 'Assay had an internal error, so the run ended early.',
  internalHint: 'Run it again. If the error recurs, report it to the Assay project and include the cause shown here.',
  needs: { 'browser-login': 'open a sign-in window' },
  cantDo: (what: string) => `It isn't possible to ${what} here.`,
  noCompanion: 'This step needs the companion.',
  noCompanionHint: 'Connect the companion (Companion in the top bar), or use assay run FILE.aprj.',
  cantDoHint: 'Use assay run FILE.aprj.',
  unchecked: (status: number) => `${status}, unchecked: the step passed because it got a response. Add a check.`,
  gap: (ms: number) =>
    `The clock moved ${ms > 0 ? 'forward' : 'back'} by ${duration(Math.abs(ms))} during this run because the machine slept, ` +
    `the page was suspended, or the clock was changed. Durations aren't affected.`,
} as const

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
