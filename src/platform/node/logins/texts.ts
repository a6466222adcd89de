/** Messages of scripted logins. */
export const loginTexts = {
  // the browser
  chromePath: (path: string) => `CHROME_PATH is ${path}, which isn't an executable.`,
  chromePathHint: 'Set it to the executable of Chromium, Chrome or Edge, or unset it to use the default locations.',
  noBrowser: 'The scripted sign-in needs Chromium, Chrome or Edge, but none was found on this machine.',
  noBrowserHint:
    'Install one: apt-get install chromium (Debian, Ubuntu), brew install --cask chromium (macOS), winget install Google.Chrome (Windows), or npx playwright install chromium. Or set CHROME_PATH to its executable.',
  noDriver: "The scripted sign-in needs the package playwright-core, but it isn't installed.",
  noDriverHint: 'Install Assay with its dependencies: npm install.',
  notStarted: (path: string) => `The browser ${path} couldn't be started.`,
  notStartedHint: 'Start it manually to see why. In a container, install its libraries (apt-get install chromium).',
  noDisplay: "The browser can't be shown: this machine has no display.",
  noDisplayHint: 'Remove --headed and turn on Headless Mode, or set DISPLAY (xvfb-run).',
  noSandbox:
    "The browser runs without its sandbox, because this machine doesn't allow it (container or root). A malicious page could get this account's permissions.",
  crashed: 'The browser ended before the login was complete.',
  crashedHint: 'Run the step again. In a container, add shared memory with --shm-size=1g or --ipc=host.',
  hangs: 'The login timed out, and the browser stopped responding.',
  hangsHint: 'Run the step again. If it fails again, run fewer suites in parallel: the machine may be short of memory or CPU.',

  // an action
  action: (path: string, text: string) => `Action ${path}, ${text}`,
  afterScript: 'After the last action',
  notFound: (seconds: number) => `no matching element was visible within ${seconds} s`,
  several: (count: number) => `${count} matching elements are visible`,
  severalHint: 'Use a more specific locator: role and full name, or CSS.',
  badSelector: 'the CSS selector or the role is invalid',
  badSelectorHint: 'Fix it, or use a label, text, or role and name.',
  notDone: (why: string) => `it failed: ${why}`,
  noAddress: (part: string, seconds: number) => `no page with "${part}" in its URL opened within ${seconds} s`,
  noPage: (url: string, why: string) => `the page ${url} couldn't be loaded (${why})`,
  notOfTheWeb: (url: string) => `${url} isn't a web URL and wasn't opened`,
  notOfTheWebHint: 'Fix the URL: it must start with https: or http:.',
  emptyPage: (url: string, status: string) => `the page ${url} responded with status ${status} and no content`,
  noPageHint: 'Open the URL in a browser on this machine to see the problem.',
  /** `why` is the browser's error name, `url` the page that failed. */
  notShownHint: (why: string, url: string): string =>
    why.includes('ERR_CERT_')
      ? `Make browsers on this machine trust the certificate, or add ${new URL(url).host} to the environment's insecure hosts (assay run: --insecure-hosts).`
      : loginTexts.noPageHint,
  providerFailedHint: "Run the step again. If it fails again, check the provider's log: the error is on the provider's side.",
  badKey: 'the key is neither Base32 nor an otpauth://totp URL',
  badKeyHint:
    'Store the secret that the provider shows next to the QR code. It consists of the letters A to Z and the digits 2 to 7.',
  noUserCode: 'there is no user code: only Device Code has one',
  codeThrew: (why: string) => `the code threw: ${why}`,
  otherOrigin: (url: string) => `the page is ${url}`,
  notEnded: (seconds: number) => `the provider didn't redirect the browser back within ${seconds} s`,
  opening: 'The login page',
  codeLate: (seconds: number) => `it took longer than ${seconds} s`,
  timedOut: (seconds: number) => `the login timed out after ${seconds} s`,
  timedOutHint:
    'Increase Login Timeout, or check the page saved with the run: it may be waiting for an action that is missing from the script.',
  hint: 'Change the script to match the page, or step through it with Try. The run contains a screenshot and the accessibility tree of the page.',
  captcha: 'The page shows a captcha.',
  captchaHint:
    "Use a test account or client without a captcha, or sign in manually and reuse the cached token. Scripts can't solve captchas.",
  waitsForNext: (seconds: number) => `The current one-time password was already used. The next one is available in ${seconds} s.`,

  opened: 'The sign-in page',
  reached: 'The page after the script',
  // what is proposed
  unnamed: (selectors: readonly string[]) =>
    `${selectors.length === 1 ? '1 button has' : `${selectors.length} buttons have`} no accessible name. Use CSS: ${selectors.join(', ')}.`,
  formOf: (provider: string | undefined, kind: 'one' | 'two' | 'code' | 'consent' | 'device' | 'entrance'): string =>
    `${
      {
        one: 'A sign-in on one page',
        two: 'A sign-in on two pages. Use Try to see the second one',
        code: 'A page that requires a one-time password',
        consent: 'A page that requests consent',
        device: 'A page that requires a device code',
        entrance: 'A page before the sign-in. Accept this, then request a proposal for the next page',
      }[kind]
    }${provider === undefined ? '' : `, at ${provider}`}.`,
  noForm: 'it has no fields or consent buttons',
  noFormHint: 'Record your sign-in instead, or add the actions manually.',
  newPassword: 'it requires a new password',
  newPasswordHint: "Change the password manually once, or use a test account whose password doesn't expire.",
  says: (messages: string) => `The page shows ${messages}.`,
  closed: 'The window was closed before the sign-in was complete.',
  closedHint: 'The recorded actions are kept.',

  // what a page shows
  shows: (title: string, parts: readonly string[]) =>
    `The page shows "${title}"${parts.length === 0 ? '' : `: ${parts.join('; ')}`}.`,
  blank: 'The page is empty.',
  headings: (names: string) => `heading ${names}`,
  fields: (names: string) => `fields ${names}`,
  buttons: (names: string) => `buttons ${names}`,
  nameless: (count: number) => `${count} ${count === 1 ? 'button' : 'buttons'} without an accessible name (use CSS)`,
  messages: (text: string) => `message ${text}`,
  missing: (scripts: string) => `nothing, because its scripts couldn't be loaded: ${scripts}`,
  address: (error: string) => `its URL contains ${error}`,
} as const
