/** What load tests say. */
export const loadTexts = {
  noStages: 'The load test has no stages, so it would end at once.',
  noStagesHint: 'Add a stage: so many seconds, and to how many users.',
  noLevel: 'No stage of the load test ever has a user, so nothing would run.',
  noLevelHint: 'Give at least one stage more than 0 users, or iterations a second.',
  unknownMetric: (metric: string) => `The threshold uses the unknown metric "${metric}".`,
  unknownMetricHint: 'Run `assay check FILE.aprj`: it lists the metrics.',
  beforeFailed: (name: string, why: string) => `"${name}", which runs once before, did not pass, so nothing was loaded: ${why}`,
  manyRows: (most: number) =>
    `A load test holds the rows of its loop in memory, at most ${most.toLocaleString('en')}; the data source has more.`,
  manyRowsHint: 'Set "To row" of Loop Start.',
  usedUp: 'Each row was used once: the load test ended when there were no more of them.',
  nothingSent: (why: string) => `Nothing was sent in the first second, so it ended: ${why}`,
  stopped: 'It was stopped.',
  fewUsers: (most: number) =>
    `A browser has few connections for each host: at most ${most} users were at work at once. Run it with \`assay load\` for more.`,
  slowed: (most: number) => `Requests were held to ${most} a second, as a page does. Run it with \`assay load\` for more.`,
  reset: (origin: string) => `${origin} closed the connection before it responded.`,
  resetsInBrowser:
    'A browser sends a request again without a word when a connection is reset. Run the load test in the companion or with `assay load` to count resets.',
  other: 'other failures',
  checkFailed: (subject: string) => `check of ${subject}`,
}
