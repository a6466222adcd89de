/** Texts of the SQL query editor. */
export const sqlTexts = {
  titles: {
    query: 'Query',
    parameters: 'Parameters',
    limits: 'Settings',
  },
  labels: {
    connection: 'Connection',
    query: 'Query',
    parameter: 'Parameter',
    timeout: 'Timeout',
    script: 'Several statements',
    rollback: 'Undo afterwards',
  },
  gone: 'The connection of this step is gone. Choose another.',
  choose: 'Choose a connection.',
  isGone: 'gone',
  chooseOption: 'choose…',
  noConnections: 'This project has no connections yet: add one.',
  connections: 'Connections…',
  run: 'Run query',
  namesAfterTest: 'Tables and columns complete here after “Test connection” in Connections.',
  scriptHint: 'Separated by semicolons; the rows are those of the last one that gives any.',
  rollbackHint: 'All that the step does is rolled back at its end.',
  bound: 'Bound to :name in the query, never pasted into its text.',
} as const
