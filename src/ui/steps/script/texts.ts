/** Texts of the script editor. */
export const scriptEditorTexts = {
  titles: { source: 'Response', code: 'Script', limits: 'Settings' },
  labels: { code: 'JavaScript', timeout: 'Timeout' },
  theStep: 'response',
  notes: {
    api: 'Use response, request, variables, secrets, test(name, fn) and expect. Postman (pm), Bruno (bru, req, res) and Insomnia scripts run unchanged.',
  },
} as const
