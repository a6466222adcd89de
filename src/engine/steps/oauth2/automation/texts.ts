/** Messages about invalid scripts, and about the results of scripts. */
export const automationTexts = {
  field: (path: string) => `Automation script, action ${path}`,
  noTarget: (keys: string) => `has no target: add one of ${keys}`,
  severalTargets: (keys: string) => `has several targets: keep one of ${keys}`,
  nameWithoutRole: '"name" needs "role": add the role, or use label or text',
  waitForNothing: 'waits for nothing: add "at" or "url"',
  waitForBoth: 'waits for two things: keep "at" or "url"',
  noUserCode: '"user-code" only works with Device Code: this grant has no user code',
  /** Completes "A browser can't …". */
  limit: 'automate the sign-in to another site',
  gaveToken: 'The provider redirected the browser back and issued a token.',
  proposed: 'Check the proposal before you accept it.',
  nothingLeft: 'Nothing left to propose: the provider redirected the browser back and issued a token.',
  stopped: 'Stopped.',
  badUrl: (url: string) => `"${url}" isn't a URL that a browser can open: start with http: or https:`,
  badUrlHint: 'Check the values of its variables.',
} as const
