/** What is said of scripts that can't be, and of what came of them. */
export const automationTexts = {
  field: (path: string) => `Automation script, action ${path}`,
  noTarget: (keys: string) => `says not where: give one of ${keys}`,
  severalTargets: (keys: string) => `says in more than one way where: keep one of ${keys}`,
  nameWithoutRole: '"name" belongs to "role": name the role too, or use label or text',
  waitForNothing: 'waits for nothing: give "at" or "url"',
  waitForBoth: 'waits for two things: keep "at" or "url"',
  noUserCode: '"user-code" types the code of a device: this grant has none',
  /** Completes "A browser can't …". */
  limit: 'drive the sign-in of another site',
  gaveToken: 'The provider sent the browser back and gave a token.',
  proposed: 'Look at what is proposed before you take it over.',
  nothingLeft: 'The provider sent the browser back and gave a token: nothing is left to propose.',
  stopped: 'Stopped.',
  badUrl: (url: string) => `"${url}" isn't a URL that a browser can open: start with http: or https:`,
  badUrlHint: 'Check what the variables in it stand for.',
} as const
