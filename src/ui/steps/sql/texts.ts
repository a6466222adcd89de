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
    script: 'Multiple statements',
    rollback: 'Roll back',
  },
  gone: "This step's connection was deleted. Choose another one.",
  choose: 'Choose a connection.',
  isGone: 'deleted',
  chooseOption: 'choose…',
  noConnections: 'Add a connection first.',
  connections: 'Connections…',
  run: 'Run query',
  namesAfterTest: 'To complete table and column names here, test the connection under Connections.',
  scriptHint: 'Separate with semicolons. The result is the last statement that returns rows.',
  rollbackHint: 'Roll back all changes when the step ends.',
  bound: 'Bound to :name in the query, never inserted into its text.',
} as const
