import { counted } from '#engine/base/counted.ts'

/** Texts of reports that are exported, of runs compared and of the history of cases. */
export const reportTexts = {
  export: {
    title: 'Export report',
    of: (run: string) => `Exports the ${run} with the messages that were kept. Secrets are masked.`,
    format: 'Format',
    formats: { html: 'HTML', junit: 'JUnit', json: 'JSON', har: 'HAR', events: 'Events' },
    about: {
      html: 'One file with all messages and search. Opens in any browser, offline.',
      junit: 'XML for build servers: one testsuite per suite, one testcase per case and row.',
      json: 'For programs, assay compare and assay run --rerun-failed.',
      har: 'All requests and responses, for browsers and proxies.',
      events: 'All events, one JSON object per line.',
    },
    save: 'Export',
    cancel: 'Cancel',
    failed: (why: string) => `Couldn't write the report: ${why}`,
    gone: 'This run was deleted.',
    partial: 'The run is too long for one report, so its last events are missing.',
    cutOff: 'The run ended before this step finished.',
  },
  exportProject: {
    title: 'Export project',
    format: 'Format',
    about: {
      postman: 'A collection with checks and captured values as scripts, and a file for each environment.',
      hurl: 'Requests with asserts and captures in one file, and a file of variables for each environment.',
      openapi: 'The operations that the requests use, from the attached API definition or inferred.',
    },
    files: (requests: number, files: readonly string[]) => `${counted(requests, 'request')} in ${files.join(', ')}`,
    none: 'The project has no enabled request.',
    notExported: 'Not exported',
    places: (places: readonly string[]) =>
      places.length > 3 ? `${places.slice(0, 3).join(', ')} and ${places.length - 3} more` : places.join(', '),
    save: 'Export',
    cancel: 'Cancel',
    failed: (why: string) => `Couldn't export the project: ${why}`,
  },
  open: {
    shown: "Opened the report in the run panel. It doesn't contain messages and isn't kept.",
    shownOf: (project: string) =>
      `Opened a report from another project, ${project}, in the run panel. It doesn't contain messages and isn't kept.`,
    ofProject: (project: string, run: string) => `${project}: ${run}`,
    large: (name: string, limit: string) => `${name} is larger than ${limit}. Choose a report from assay run --reporter json.`,
    notReport: (name: string, why: string) => `${name} isn't a report from assay run --reporter json: ${why}`,
  },
  compare: {
    title: 'Compare runs',
    before: 'Earlier run',
    after: 'Later run',
    differences: 'Differences',
    reading: 'Reading both runs…',
    none: 'No differences.',
    more: (count: number) => `and ${count} more`,
    two: 'To compare, you need two finished runs. Run again first.',
    same: 'Choose two different runs.',
    close: 'Close',
    failed: (why: string) => `Couldn't compare the runs: ${why}`,
  },
  history: {
    title: 'History',
    label: (count: number) => (count === 1 ? 'Last outcome' : `Last ${count} outcomes, oldest first`),
    open: (outcome: string, run: string) => `${outcome}, ${run}`,
    none: 'This case has no runs.',
    flaky: 'Flaky',
    flakyHint: 'Changed between passed and failed at least twice in the kept runs.',
  },
} as const
