import type { OutcomeName } from '#engine/runner/events.ts'
import { texts as componentTexts } from '../components/texts.ts'

/** Texts of projects: tree, steps, overviews, environments, files. */
export const texts = {
  since: (outcome: string, moment: string, changed: boolean) =>
    `${outcome} in the run of ${moment}${changed ? ', changed since' : ''}`,
  changed: 'changed since',
  unchecked: (status = 0) => `Answered ${status}, nothing checks it`,
  changedSince: 'Changed since it ran, or a step before it.',
  tree: 'Project tree',
  name: 'Name',
  unnamed: componentTexts.unnamed,
  overview: 'Overview',
  projects: 'Projects',
  addSuite: 'Add suite',
  addCase: 'Add case',
  filter: 'Filter the tree',
  filterPlaceholder: 'Name or tag',
  nothingFound: 'No suite or case has this name or tag.',
  noSuites: { title: 'No suites yet', text: 'A suite holds cases, a case holds steps.' },
  notRun: 'not run',
  running: 'running',
  failedCount: (n: number) => `${n} failed`,
  brokenCount: (n: number) => `${n} broken`,
  passedOf: (n: number, all: number) => `${n} of ${all} passed`,
  steps: 'Steps',
  stepsOf: (name: string) => `Steps of ${name}`,
  addStep: 'Add step',
  usual: { title: 'Token, request, check', about: 'Three steps that know each other' },
  noSteps: {
    title: 'No steps yet',
    text: 'A usual case gets a token, sends a request with it, and checks the answer.',
  },
  noCase: { title: 'No case is open', text: 'Choose a case in the project tree.' },
  disabled: 'disabled',
  problem: (text: string) => `problem: ${text}`,
  stepName: 'Step name',
  stepGone: { title: 'This step is not here any more', text: 'It was deleted, or the address names another case.' },
  caseGone: { title: 'This case is not here any more', text: 'It was deleted. Undo brings it back.' },
  loading: 'Reading…',
  runStep: 'Run this step',
  runUpTo: 'Run up to here',
  caseSettings: 'Case settings',
  settings: 'Settings',
  run: 'Run',
  designTests: 'Design tests…',
  rename: (name: string) => `Rename ${name}`,
  copyOf: (name: string) => `${name} copy`,
  stepCount: (n: number) => (n === 1 ? '1 step' : `${n} steps`),
  done: 'Done',
  noComposer:
    'What makes edits could not be loaded: this change is not kept. See that the page is reachable, then change it again.',
} as const

/** Outcomes as words. */
export const outcomeWords: Record<OutcomeName, string> = {
  passed: 'passed',
  failed: 'failed',
  broken: 'broken',
  skipped: 'skipped',
  cancelled: 'cancelled',
}
