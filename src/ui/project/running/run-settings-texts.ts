/** Texts of "Run with options…". */
export const runSettingsTexts = {
  title: 'Run with options',
  of: { project: 'The whole project', suite: (name: string) => `Suite ${name}`, case: (name: string) => `Case ${name}` },
  labels: {
    seed: 'Seed',
    retry: 'Retries',
    workers: 'Suites side by side',
    timeout: 'Time limit',
    bail: 'Stop at the first step that does not pass',
    variables: 'Variables',
  },
  hints: {
    seed: 'That of another run, as its report states it, draws the same random data. Empty: a new one.',
    retry: 'How often a case that did not pass is run again.',
    workers: 'Empty: one after the other.',
    timeout: 'Seconds for the whole run. Empty: none.',
    variables: 'A line for each, name=value. They beat every value in the project, for this run.',
  },
  variablesPlaceholder: 'region=us',
  run: 'Run',
  cancel: 'Cancel',
  whole: (least: number) => `Type a whole number, ${least} or more.`,
  seconds: 'Type a number of seconds above 0.',
  variable: (line: number) => `Line ${line} is no name=value with a name that \${…} can refer to.`,
} as const
