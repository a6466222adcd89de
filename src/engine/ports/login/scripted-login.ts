/**
 * Where on a page an action acts: by exactly one of these, `name` only beside `role`. Names and texts may be parts, unless
 * `exact`.
 */
export interface LoginTarget {
  role?: string
  name?: string
  label?: string
  placeholder?: string
  testId?: string
  text?: string
  css?: string
  exact?: boolean
}

/** A string that is typed; `secret`: the name shown in its place. */
export interface TypedValue {
  text: string
  secret?: string
}

/** One-time passwords of RFC 6238, as an authenticator app has them. */
export interface TotpSettings {
  /** Base32, or a whole `otpauth://` address, which then also says the rest. */
  key: TypedValue
  algorithm: 'SHA1' | 'SHA256' | 'SHA512'
  digits: number
  /** Seconds. */
  period: number
}

/** What a script can do, with every template resolved and every secret read. Times in seconds. */
export type LoginAction =
  | { do: 'goto'; url: string }
  | { do: 'fill'; at: LoginTarget; value: TypedValue; timeout: number }
  | { do: 'click'; at: LoginTarget; timeout: number }
  | { do: 'check'; at: LoginTarget; on: boolean; timeout: number }
  | { do: 'select'; at: LoginTarget; value: string; timeout: number }
  | { do: 'press'; key: string; at?: LoginTarget; timeout: number }
  | { do: 'wait-for'; at?: LoginTarget; url?: string; timeout: number }
  | { do: 'if-visible'; at: LoginTarget; then: readonly LoginAction[]; else: readonly LoginAction[]; timeout: number }
  | ({ do: 'totp'; at: LoginTarget; timeout: number } & TotpSettings)
  | { do: 'user-code'; at: LoginTarget; timeout: number }
  | { do: 'screenshot'; name: string }
  | { do: 'code'; code: string; values: readonly { name: string; value: TypedValue }[]; timeout: number }

/** A script of a step, ready to be run. */
export interface LoginScript {
  headless: boolean
  /**
   * `try`: the page is reported after every action. `record`: a user signs in, and what they do is reported as actions.
   * `suggest`: the actions are run as far as they fit, and others that would fit the page are proposed on which they end; the
   * login is left then. Absent: the actions are run.
   */
  mode?: 'try' | 'record' | 'suggest'
  /** Where the provider sends the browser back to, if the step says so itself. */
  redirectUri?: string
  actions: readonly LoginAction[]
}

/** A login that a script runs. */
export interface ScriptedLogin {
  /** The URL that is opened: the authorization request, or where a device is approved. */
  url: string
  /** Ends the login as soon as the browser is sent there; absent for a device, whose login ends by what the client hears. */
  redirectUri?: string
  /** What is typed where a device is approved. */
  userCode?: string
  /** The URL holds the user code already. */
  hasUserCode?: boolean
  script: LoginScript
  /** Milliseconds until the login timeout. */
  timeout: number
  /** Hosts whose bad certificates are accepted, besides loopback's. */
  insecureHosts: readonly string[]
}

/** The page of a script as a user would see it. Fields with secrets are covered in the picture. */
export interface LoginPage {
  /** What it is shown for: `Action 3`, or the name that a `screenshot` gives. */
  name: string
  url: string
  title: string
  /** PNG; absent if the page could not be drawn. */
  image?: Uint8Array
  /** The page's accessibility tree, as text. */
  tree: string
}

/** An action that was recorded or is proposed. */
export type FoundAction =
  | { do: 'fill'; at: LoginTarget; value: string; secret?: boolean }
  | { do: 'click'; at: LoginTarget }
  | { do: 'check'; at: LoginTarget; on: boolean }
  | { do: 'select'; at: LoginTarget; value: string }
  | { do: 'press'; key: string; at?: LoginTarget }
  | { do: 'totp'; at: LoginTarget }
  | { do: 'user-code'; at: LoginTarget }
  /** Clicks if it is there: consent, and what is asked once only. */
  | { do: 'if-visible'; at: LoginTarget }

/** What happens while a script is run. */
export type LoginTold =
  | { kind: 'page'; page: LoginPage }
  | { kind: 'note'; level: 'info' | 'warning'; text: string }
  /** A string that must be masked from now on, as one-time passwords must. */
  | { kind: 'secret'; name: string; value: string }
  /**
   * What a user did, or what is proposed, in the terms of the file; it takes the place of what was reported before. `after`:
   * how many of the script's own actions come before what is proposed.
   */
  | { kind: 'actions'; actions: readonly FoundAction[]; after?: number }
  /** Before each action, and after it with the milliseconds that it took. `path` leads to it: `[2, 'then', 0]`. */
  | { kind: 'action'; path: readonly (number | 'then' | 'else')[]; text: string; took?: number }

/** Browsers that run scripts, one for all logins of a run. */
export interface ScriptedLogins {
  /** Where logins end, if their step does not say it. */
  redirectUri(signal: AbortSignal): Promise<string>
  /**
   * Resolves with the address to which the provider sent the browser, query and fragment (a response that was posted as
   * fragment); for a device never. Rejects with AssayError `oauth-script` (what the page showed instead was reported),
   * `oauth-login-timeout`, `oauth-no-browser` or `cancelled`; whatever happens the login's page is closed.
   */
  login(login: ScriptedLogin, tell: (told: LoginTold) => void, signal: AbortSignal): Promise<string>
}
