/** Texts of reports that are exported, of runs compared and of the history of cases. */
export const reportTexts = {
  export: {
    title: 'Export report',
    of: (run: string) => `Exports the ${run} with its kept messages. Secrets are masked.`,
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
    partial: 'The run is too long, so the report lacks its last events.',
    cutOff: 'The run ended before this step finished.',
  },
  open: {
    shown: 'Opened the report in the run panel. It has no messages and is not kept.',
    shownOf: (project: string) =>
      `Opened the report of another project, ${project}, in the run panel. It has no messages and is not kept.`,
    ofProject: (project: string, run: string) => `${project}: ${run}`,
    large: (name: string, limit: string) =>
      `${name} is larger than ${limit}. Choose a report from assay run --reporter json.`,
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
    two: 'Comparing needs two finished runs. Run again first.',
    same: 'Choose two different runs.',
    close: 'Close',
    failed: (why: string) => `Couldn't compare the runs: ${why}`,
  },
  history: {
    title: 'History',
    label: (count: number) => (count === 1 ? 'Last outcome' : `Last ${count} outcomes, oldest first`),
    open: (outcome: string, run: string) => `${outcome}, ${run}`,
    none: 'No runs of this case.',
    flaky: 'Flaky',
    flakyHint: 'Changed between passed and failed at least twice in the kept runs.',
  },
} as const
