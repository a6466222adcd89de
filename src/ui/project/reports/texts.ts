/** Texts of reports that are exported, of runs compared and of the history of cases. */
export const reportTexts = {
  export: {
    title: 'Export report',
    of: (run: string) => `The ${run}, with its messages as far as they are kept. Secrets are masked.`,
    format: 'Format',
    formats: { html: 'HTML', junit: 'JUnit', json: 'JSON', har: 'HAR', events: 'Events' },
    about: {
      html: 'One file to mail or keep: opens in any browser, without a network, with every message and a search.',
      junit: 'XML for build servers: a testsuite for each suite, a testcase for each case and row.',
      json: 'For programs, for assay compare and for assay run --rerun-failed.',
      har: 'Every message that was sent and answered, as browsers and proxies open it.',
      events: 'All that the run told, one JSON object a line, for programs.',
    },
    save: 'Export',
    cancel: 'Cancel',
    failed: (why: string) => `The report could not be written: ${why}`,
    gone: 'This run is not kept any more.',
    partial: 'The run is too long to be read whole: its last events are missing in the report.',
    cutOff: 'The run was cut off before this step had ended.',
  },
  open: {
    shown: 'The report is shown in the run panel. It is not kept here, and has no messages.',
    shownOf: (project: string) =>
      `The report is shown in the run panel. It is of another project, ${project}, is not kept here, and has no messages.`,
    ofProject: (project: string, run: string) => `${project}: ${run}`,
    large: (name: string, limit: string) =>
      `${name} is larger than ${limit}: no report is. Choose the file that assay run --reporter json has written.`,
    notReport: (name: string, why: string) => `${name} is no report of assay run --reporter json: ${why}`,
  },
  compare: {
    title: 'Compare runs',
    before: 'Earlier run',
    after: 'Later run',
    differences: 'Differences',
    reading: 'Reading the two runs…',
    none: 'Nothing differs but times within their noise.',
    more: (count: number) => `and ${count} more`,
    two: 'Two finished runs of this project are needed. Run something again, then compare.',
    same: 'Choose two runs.',
    close: 'Close',
    failed: (why: string) => `The runs could not be compared: ${why}`,
  },
  history: {
    title: 'History',
    label: (count: number) => (count === 1 ? 'The last outcome' : `The last ${count} outcomes, the newest last`),
    open: (outcome: string, run: string) => `${outcome}, ${run}`,
    none: 'No run of this case is kept.',
    flaky: 'Flaky',
    flakyHint: 'It went from passed to failed or back at least twice in the runs that are kept.',
  },
} as const
