import { counted } from '#engine/base/counted.ts'
import { runTexts as texts } from '../texts.ts'

/** Every event of a run as a line of its log. */
export const logTexts = {
  run: 'Run',
  noEnvironment: texts.noEnvironment,
  noAnswer: 'no response',
  row: (row: string) => `row ${row}`,
  rowStarted: texts.rowOf,
  runStarted: (project: string, environment: string, seed: number, suites: number, cases: number, steps: number) =>
    `Run of ${project} (${environment}, seed ${seed}): ${counted(suites, 'suite')}, ${counted(cases, 'case')}, ${counted(steps, 'step')}`,
  caseStarted: (path: string) => `${path}`,
  stepStarted: (name: string) => `${name} started`,
  sent: (summary: string, answer: string) => `${summary} -> ${answer}`,
  sandbox: (answer: string) => `${answer} (sandbox)`,
  rows: (hasRows: boolean, rows: number, changes: number, duration: string) =>
    hasRows
      ? `${rows} ${rows === 1 ? 'row' : 'rows'} in ${duration}`
      : `${changes} ${changes === 1 ? 'row' : 'rows'} changed in ${duration}`,
  checkPassed: (subject: string, expected: string) => `${subject} ${expected}`,
  checkFailed: (subject: string, expected: string, actual: string) => `${subject}: expected ${expected}, got ${actual}`,
  variable: (name: string, value: string, scope: string) => `${name} = ${value} (${scope})`,
  actionStates: {
    waiting: 'waiting for sign-in in the browser window',
    blocked: 'the browser blocked the sign-in window: click Continue sign-in',
    'out-of-sight': 'the sign-in window is closed or hidden',
    done: 'sign-in completed',
  },
  deviceStates: { waiting: 'waiting for device approval', done: 'device approved' },
  cookies: (count: number, scope: 'case' | 'suite' | 'run') => `${counted(count, 'cookie')} kept at the end of the ${scope}`,
  skipped: (name: string) => `${name} skipped`,
  finished: (name: string, outcome: string, time: string) => `${name} ${outcome} in ${time}`,
}
