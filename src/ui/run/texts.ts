import { counted } from '#engine/base/counted.ts'
import { texts as componentTexts } from '../components/texts.ts'

/** Every text of the run panel that a person can meet, but those of log-texts.ts and notice-texts.ts. */
export const texts = {
  region: 'Run',
  result: 'Run result',
  results: 'Results',
  outcomes: { passed: 'Passed', failed: 'Failed', broken: 'Error', skipped: 'Skipped', cancelled: 'Cancelled' },
  running: 'Running',
  interrupted: 'Interrupted',
  notRun: 'Not run',
  starting: 'Starting…',
  stopping: 'Stopping…',
  empty: {
    title: 'Nothing has run yet',
    text: 'Run a project, suite, case or step to see results, messages, responses and variables.',
    keys: 'Run the open case or suite',
    all: 'Run everything',
  },
  run: {
    this: 'this run',
    of: (moment: string) => `run of ${moment}`,
    the: (run: string) => `the ${run}`,
    choose: (name: string) => `${name}: choose a run`,
    newest: 'Newest run',
    compare: 'Compare runs…',
    entry: (moment: string, outcome: string, scope: string) => [moment, outcome, scope].filter(Boolean).join(' · '),
    changed: 'outdated',
    changedHint: 'This step or an earlier one changed after this run.',
    changedText: 'Outdated: this step or an earlier one changed after this run. Run it again.',
    notPart: {
      title: (run: string) => `This step isn't part of ${run}`,
      last: (run: string, outcome: string) => `Its last result, from the ${run}: ${outcome}.`,
      open: (run: string) => `Open ${run}`,
    },
  },
  noEnvironment: 'no environment',
  runWithSeed: (seed: number) => `Run again with seed ${seed}`,
  seed: (seed: number) => `seed ${seed}`,
  soFar: (done: string) => `${done} steps so far`,
  of: (done: string, total: string) => `${done} of ${total} steps`,
  failedOnly: 'Failed only',
  rerunFailed: 'Rerun failed',
  acceptAnswers: 'Accept responses…',
  noFailed: 'Nothing failed.',
  openStep: 'Open step in the editor',
  whyFailed: 'Why did this fail?',
  tabsLabel: 'Run details',
  tabs: { exchange: 'Exchange', response: 'Response', variables: 'Variables', log: 'Log' },
  selectStep: {
    title: 'No step selected',
    text: 'Select a step in the results to see what it sent and received.',
  },
  nothingBegun: { title: 'No step started', text: 'The run ended before the first step. Nothing was sent.' },
  unnamed: componentTexts.unnamed,
  noSteps: 'no steps',
  unchecked: (status = 0) => `${status}, unchecked`,
  uncheckedHint: 'The step passes with any response. Add a check.',
  rowOf: (row: string, values: [name: string, value: string][]) =>
    `Row ${row}${values.length > 0 ? `: ${values.map(([name, value]) => `${name}=${value}`).join(', ')}` : ''}`,
  /** Zeros are left out, so a run of passed steps reads `12 passed`. */
  countsOf: (passed: number, failed: number, broken: number, skipped: number) =>
    [
      passed > 0 || failed + broken + skipped === 0 ? `${passed} passed` : '',
      failed > 0 ? `${failed} failed` : '',
      broken > 0 ? counted(broken, 'error') : '',
      skipped > 0 ? `${skipped} skipped` : '',
    ]
      .filter(Boolean)
      .join(', '),
  rows: (from: string, to: string) => `Rows ${from} to ${to}`,
  cases: (count: number) => (count === 1 ? '1 case' : `${count} cases`),
  expected: 'expected:',
  actual: 'actual:  ',
  difference: 'difference between expected and actual',
  onlyExpected: 'only expected',
  onlyActual: 'only actual',
  moreChecks: (count: number) => (count === 1 ? 'and 1 more failed check' : `and ${count} more failed checks`),
  bar: (from: string, duration: string) => `from ${from}, ${duration}`,
}
