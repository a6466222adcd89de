/** What a run says about itself. */
export const texts = {
  noEnvironment: (id: string) => `The project has no environment "${id}".`,
  noSuite: (id: string) => `The project has no suite "${id}".`,
  noCase: (id: string) => `The project has no case "${id}".`,
  noTag: (tag: string) => `No case has the tag "${tag}".`,
  noStep: (id: string) => `The case has no step "${id}".`,
  emptyProject: 'The project holds no case, so there is nothing to run.',
  emptySuite: (name: string) => `The suite "${name}" holds no case, so there is nothing to run.`,
  emptyHint: 'Add a case with the steps to be run.',
  nothingSelected: 'The selection holds no case: no case fits all of it.',
  selectionHint: 'Check the names, or select less narrowly.',
  skippedAfter: (step: string, outcome: string) =>
    `Skipped because "${step}" ${outcome === 'cancelled' ? 'was cancelled' : outcome === 'broken' ? 'broke' : 'failed'}.`,
  answerSkipped: (step: string) => `Skipped because "${step}", whose answer it looks at, was skipped.`,
  loopSkipped: (loop: string) => `Skipped because the loop "${loop}" was skipped.`,
  skippedByProblem: 'Skipped because the case has a problem.',
  noSource: 'The data source of the loop is not there.',
  ofSource: (name: string, warning: string) => `${name}, ${warning}${warning.endsWith('?') ? '' : '.'}`,
  skippedByRow: "Skipped because the row can't be used.",
  noRows: 'The loop has no rows, so its steps are skipped.',
  rowsGone: (numbers: string) =>
    `No row of this loop has the number ${numbers} any more, so nothing was run of what was asked for.`,
  rowsGoneHint: 'The data has changed since those rows were chosen. Run the whole case.',
  inRow: (loop: string, number: number, values: string) =>
    `Run in row ${number} of ${JSON.stringify(loop)}${values === '' ? '' : `: ${values}`}.`,
  noRowFrom: (loop: string, number: number) =>
    `The loop ${JSON.stringify(loop)} around this step has ${number === 1 ? 'no rows' : `no row ${number}, nor one after it`}.`,
  noRowFromHint: 'Give its data source rows, or pick another row in the loop.',
  stopped: 'The run was stopped.',
  timeLimit: (ms: number) => `The run's time limit of ${Number((ms / 1000).toFixed(3))} s was reached.`,
  timeLimitHint: 'Raise the limit (--timeout), or run fewer cases.',
  bail: (step: string) => `Ended at the first step that did not pass: ${step}.`,
  internal: 'Something went wrong inside Assay; the step was not carried out completely.',
  internalRun: 'Something went wrong inside Assay; the run ended early.',
  internalHint: 'Run it again. If it happens again, report it with the cause.',
  needs: { 'browser-login': 'open a browser window for a login' },
  cantDo: (what: string) => `This host can't ${what}.`,
  noCompanion: 'This step needs the companion, and none is connected.',
  noCompanionHint: 'Connect one by Companion in the top bar, or run the project with it: assay run FILE.aprj',
  cantDoHint: 'Run the project with the companion: assay run FILE.aprj',
  unchecked: (status: number) =>
    `Answered ${status}, and nothing checks it: the step passed because an answer came. Add an assertion after it.`,
  gap: (ms: number) =>
    `Between two moments of this run the clock went ${ms > 0 ? 'forward' : 'back'} by ${duration(Math.abs(ms))}: the computer slept, ` +
    `the page was suspended or the clock was set. Durations are not affected.`,
} as const

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
