/** What scripted logins say to people. */
export const loginTexts = {
  // the browser
  chromePath: (path: string) => `CHROME_PATH is ${path}, where there is no program that can be started.`,
  chromePathHint:
    'Set it to the program of a Chromium, Chrome or Edge, or unset it: then it is looked for where it is usually installed.',
  noBrowser: 'A script signs in here, and no Chromium, Chrome or Edge was found on this machine.',
  noBrowserHint:
    'Install one: apt-get install chromium (Debian, Ubuntu), brew install --cask chromium (macOS), winget install Google.Chrome (Windows), or npx playwright install chromium. Or set CHROME_PATH to its program.',
  noDriver: 'A script signs in here, and the package playwright-core, which drives the browser, is not installed.',
  noDriverHint: 'Install Assay with its dependencies: npm install.',
  notStarted: (path: string) => `The browser ${path} could not be started.`,
  notStartedHint: 'Start it by hand to see why; in a container it needs its libraries (apt-get install chromium brings them).',
  noDisplay: 'The browser was to be shown, and this machine has no display.',
  noDisplayHint: 'Run it headless: without --headed, and with Headless Mode on; or set DISPLAY, as xvfb-run does.',
  noSandbox:
    "The browser runs without its own sandbox, which this machine does not allow (a container, or root): a page that breaks out of it has this account's rights.",
  crashed: 'The browser ended before the login did.',
  crashedHint:
    'Run the step again; in a container a crash is often too little shared memory: give it --shm-size=1g or --ipc=host.',
  hangs: 'The login timeout is over, and the browser of the script does not answer any more.',
  hangsHint:
    'Run the step again. If it happens again, the machine may have too little memory or processor for a browser: run fewer suites side by side.',

  // an action
  action: (path: string, text: string) => `Action ${path}, ${text}`,
  afterScript: 'After the last action',
  notFound: (seconds: number) => `nothing that fits was visible for ${seconds} s`,
  several: (count: number) => `${count} elements that fit are visible`,
  severalHint: 'Say more exactly which is meant: by its role and whole name, or by CSS.',
  badSelector: 'the CSS selector or the role can not be read',
  badSelectorHint: 'Correct it, or say by label, text or role and name where it is.',
  notDone: (why: string) => `it could not be done: ${why}`,
  noAddress: (part: string, seconds: number) => `no page with "${part}" in its address was there after ${seconds} s`,
  noPage: (url: string, why: string) => `the page ${url} could not be loaded (${why})`,
  notOfTheWeb: (url: string) => `${url} is no address of the web, and is not opened`,
  notOfTheWebHint: 'Pages of a sign-in begin with https: or http:. Correct the address.',
  emptyPage: (url: string, status: string) => `the page ${url} answered with status ${status} and nothing to show`,
  noPageHint: 'Open the address in a browser on this machine: it shows what stands in the way.',
  /** `why` is the browser's name for it, `url` the page that could not be shown. */
  notShownHint: (why: string, url: string): string =>
    why.includes('ERR_CERT_')
      ? `Let the browsers of this machine trust the certificate, or add ${new URL(url).host} to the insecure hosts of the environment (assay run: --insecure-hosts).`
      : loginTexts.noPageHint,
  providerFailedHint: 'The provider failed by itself: its log at this time says at what. Run the step again.',
  badKey: 'the key is neither Base32 nor an otpauth://totp address',
  badKeyHint:
    'Store the secret that the provider shows beside the code to scan; it has the letters A to Z and the digits 2 to 7.',
  noUserCode: 'there is no user code: it comes with Device Code only',
  codeThrew: (why: string) => `the code threw: ${why}`,
  otherOrigin: (url: string) => `the page is ${url}`,
  notEnded: (seconds: number) => `the provider did not send the browser back for ${seconds} s`,
  opening: 'The login page',
  overTime: 'The script was not done in time',
  codeLate: (seconds: number) => `it took longer than ${seconds} s`,
  timedOut: (seconds: number) => `the login timeout of ${seconds} s is over`,
  timedOutHint:
    'Raise Login Timeout, or look at the page that is kept with the run: it may wait for something that the script does not do.',
  hint: 'The page is kept with the run, as a picture and as its accessibility tree. Change the script to fit it, or try it step by step with Try.',
  captcha: 'The page wants proof that a person is there (a captcha).',
  captchaHint:
    'No script gets past it, and none should. Ask for a test account or a test client without it, or sign in by hand and let the token be cached.',
  waitsForNext: (seconds: number) => `The one-time password of this moment was used already; the next one comes in ${seconds} s.`,

  opened: 'The sign-in page',
  reached: 'The page that the script leads to',
  // what is proposed
  formOf: (provider: string | undefined, kind: 'one' | 'two' | 'code' | 'consent' | 'device' | 'entrance'): string =>
    `${
      {
        one: 'A sign-in on one page',
        two: 'A sign-in on two pages: the second one is not seen yet, so look at it with Try',
        code: 'A page that asks for a one-time password',
        consent: 'A page that asks for consent',
        device: 'A page that asks for the code of a device',
        entrance: 'A page before the sign-in: take this over, and ask again for what follows',
      }[kind]
    }${provider === undefined ? '' : `, as ${provider} has it`}.`,
  noForm: 'nothing there can be filled in or agreed to',
  noFormHint: 'Record what you do instead, or add the actions by hand.',
  newPassword: 'it asks for a new password',
  newPasswordHint: 'Change it by hand, once, or take a test account whose password stays; then let the script sign in.',
  says: (messages: string) => `The page says ${messages}.`,
  closed: 'The window was closed before the sign-in had ended.',
  closedHint: 'What was recorded until then is kept.',

  // what a page shows
  shows: (title: string, parts: readonly string[]) =>
    `The page shows "${title}"${parts.length === 0 ? '' : `: ${parts.join('; ')}`}.`,
  blank: 'The page is empty.',
  headings: (names: string) => `heading ${names}`,
  fields: (names: string) => `fields ${names}`,
  buttons: (names: string) => `buttons ${names}`,
  messages: (text: string) => `it says ${text}`,
  missing: (scripts: string) => `nothing, as scripts that draw it could not be loaded: ${scripts}`,
  address: (error: string) => `its address says ${error}`,
} as const
