/** Messages of load tests. */
export const loadTexts = {
  noStages: 'The load test has no stages.',
  noStagesHint: 'Add a stage with a duration and a number of users.',
  noLevel: 'All stages of the load test have 0 users.',
  noLevelHint: 'Set at least one stage to more than 0 users or iterations per second.',
  unknownMetric: (metric: string) => `The threshold uses the unknown metric "${metric}".`,
  unknownMetricHint: 'List the metrics with `assay check FILE.aprj`.',
  beforeFailed: (name: string, why: string) => `The load test didn't start because its setup case "${name}" didn't pass: ${why}`,
  manyRows: (most: number) => `The data source exceeds the limit of ${most.toLocaleString('en')} rows for a load test.`,
  manyRowsHint: 'Set "To row" in Loop Start.',
  usedUp: 'The load test ended because all rows were used once.',
  nothingSent: (why: string) => `The load test ended because nothing was sent in the first second: ${why}`,
  stopped: 'Stopped.',
  fewUsers: (most: number) =>
    `Run it with \`assay load\` for more load. The browser's connection limit allowed at most ${most} concurrent users.`,
  slowed: (most: number) => `Run it with \`assay load\` for more load. The page is limited to ${most} requests per second.`,
  reset: (origin: string) => `${origin} closed the connection before it responded.`,
  resetsInBrowser:
    'To count resets, run the load test in the companion or with `assay load`. Browsers silently retry requests when a connection is reset.',
  other: 'other failures',
  checkFailed: (subject: string) => `check of ${subject}`,
}
