/** Names in a project that was made from the responses to a few questions. */
export const firstCaseTexts = {
  project: 'My API',
  apiOf: (resource: string) => `${resource} API`,
  suite: 'First tests',
  local: 'Local',
  remote: 'Test',
  getToken: 'Get token',
  credentials: 'Access',
  check: 'Response is successful',
} as const
