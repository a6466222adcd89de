/** Texts of the SQL query editor. */
export const sqlTexts = {
  titles: {
    query: 'Query',
    parameters: 'Parameters',
    limits: 'Limits',
  },
  labels: {
    connection: 'Connection',
    query: 'Query',
    parameter: 'Parameter',
    timeout: 'Timeout',
  },
  gone: 'The connection of this step is gone. Choose another.',
  choose: 'Choose a connection.',
  isGone: 'gone',
  chooseOption: 'choose…',
  noConnections: 'This project has no connections yet.',
  bound: 'Bound to :name in the query, never pasted into its text.',
} as const
