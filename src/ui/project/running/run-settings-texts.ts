/** Texts of "Run with options…". */
export const runSettingsTexts = {
  title: 'Run with options',
  of: { project: 'Whole project', suite: (name: string) => `Suite ${name}`, case: (name: string) => `Case ${name}` },
  labels: {
    seed: 'Seed',
    retry: 'Retries',
    workers: 'Parallel suites',
    timeout: 'Time limit',
    bail: 'Stop at the first failure',
    variables: 'Variables',
  },
  hints: {
    seed: "Reuse another run's seed for the same random data. Empty: new seed.",
    retry: 'How often to retry a failed case.',
    workers: 'Empty: one at a time.',
    timeout: 'Seconds for the whole run. Empty: no limit.',
    variables: 'One name=value per line. Overrides all project values for this run.',
  },
  variablesPlaceholder: 'region=us',
  run: 'Run',
  cancel: 'Cancel',
  whole: (least: number) => `Enter a whole number, ${least} or more.`,
  seconds: 'Enter a number of seconds greater than 0.',
  variable: (line: number) => `Line ${line}: enter name=value with a valid variable name.`,
} as const
