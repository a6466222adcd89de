/** A request to open a login window. */
export interface LoginRequest {
  /** Id of the action, also in the `action-required` events. */
  id: string
  /** The complete authorization request URL. */
  url: string
  /** The `state` by which the response is recognized; other answers are left for their own steps (case 22). */
  state: string
  /**
   * Not every provider gives `state` back where it ends a session: a response without one is taken if no other login can be
   * meant.
   */
  withoutState?: true
  /** Milliseconds until the login timeout. */
  timeout: number
}

/** The state of the window, for the Action Required card. */
export type WindowState = 'waiting' | 'blocked' | 'out-of-sight'

/**
 * Where a user approves a device, and with which code (RFC 8628 section 3.3). Without a URI the provider calls the user on their
 * own device (CIBA), and the code is the binding message, or empty.
 */
export interface DeviceApproval {
  /** Id of the action, also in the `action-required` events. */
  id: string
  verificationUri: string
  userCode: string
  /** The URL that holds the code already, where the provider gives one. */
  verificationUriComplete?: string
  /** Milliseconds until the code expires, or the login times out. */
  timeout: number
}

/**
 * A window in which a user (or a script) logs in. Resolves with the full callback URL, query and fragment. Rejects with
 * AssayError `oauth-login-timeout`, `cancelled` (Cancel or Stop) or `oauth-no-browser` (headless).
 */
export interface BrowserLogin {
  /** The redirect URI of this host. Requested once per login, before the URL is created. */
  redirectUri(signal: AbortSignal): Promise<string>
  authorize(request: LoginRequest, onState: (state: WindowState) => void, signal: AbortSignal): Promise<string>
  /** Rejects with `oauth-no-browser` if no user can approve a device. Absent: a user can. */
  canApprove?(): Promise<void>
  /**
   * Shows a user where to approve a device, on this machine or another. Never resolves: rejects with `cancelled` when the user
   * gives up or the signal, which also ends the showing, is aborted. Absent: the events are all that is shown.
   */
  approve?(approval: DeviceApproval, signal: AbortSignal): Promise<never>
}
