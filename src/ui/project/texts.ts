import { counted } from '#engine/base/counted.ts'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import { componentTexts } from '../components/texts.ts'

/** Texts of projects: tree, steps, overviews, environments, files. */
export const projectTexts = {
  since: (outcome: string, moment: string, changed: boolean) =>
    `${outcome} in the run of ${moment}${changed ? ', outdated' : ''}`,
  changed: 'outdated',
  uncheckedCount: (n: number) => `${n} unchecked`,
  unchecked: (status = 0) => `${status}, unchecked`,
  changedSince: 'Outdated: this step or an earlier one changed after the run.',
  tree: 'Project tree',
  name: 'Name',
  unnamed: componentTexts.unnamed,
  overview: 'Overview',
  projects: 'Projects',
  addSuite: 'Add suite',
  addCase: 'Add case',
  filter: 'Filter the tree',
  filterPlaceholder: 'Name or tag',
  nothingFound: { title: 'No matching suite or case', text: 'Search requests and other steps too.', search: 'Search all' },
  noSuites: { title: 'No suites yet', text: 'Add a suite to group cases.' },
  notRun: 'not run',
  running: 'running',
  failedCount: (n: number) => `${n} failed`,
  brokenCount: (n: number) => counted(n, 'error'),
  passedOf: (n: number, all: number) => `${n} of ${all} passed`,
  steps: 'Steps',
  stepsOf: (name: string) => `Steps of ${name}`,
  addStep: 'Add step',
  usual: { title: 'Token, request, check', about: 'Get a token, call the API, check the response' },
  noSteps: {
    title: 'No steps yet',
    text: 'Add steps to get a token, send a request and check the response.',
  },
  noCase: { title: 'No case open', text: 'Choose a case in the project tree.' },
  disabled: 'disabled',
  problem: (text: string) => `problem: ${text}`,
  checksFailed: (failed: number, all: number) => `${failed} of ${counted(all, 'check')} failed`,
  noChecksYet: 'no checks yet',
  /** Of a step with others nested under it. */
  group: (what: string, isOpen: boolean) => `${what}, ${isOpen ? 'expanded' : 'collapsed'}.`,
  nestedUnder: (name: string) => `Nested under ${name}.`,
  stepName: 'Step name',
  stepGone: { title: 'Step not found', text: 'It was deleted, or the link is for another case.' },
  caseGone: { title: 'Case not found', text: 'It was deleted. Undo to restore it.' },
  loading: 'Reading…',
  runStep: 'Run step',
  runUpTo: 'Run up to here',
  caseSettings: 'Case settings',
  settings: 'Settings',
  run: 'Run',
  newTest: 'New test…',
  designTests: 'Design tests…',
  rename: (name: string) => `Rename ${name}`,
  copyOf: (name: string) => `${name} copy`,
  stepCount: (n: number) => (n === 1 ? '1 step' : `${n} steps`),
  done: 'Done',
  noComposer: "Couldn't save this change because part of the app didn't load. Check your connection, then try again.",
} as const

/** Outcomes as words. */
export const outcomeWords: Record<OutcomeName, string> = {
  passed: 'passed',
  failed: 'failed',
  broken: 'error',
  skipped: 'skipped',
  cancelled: 'cancelled',
}
