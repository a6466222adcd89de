/**
 * Every reason for which Assay gives up on something. The code is for programs (events, reports, tests); the text is for users
 * and says what happened, where, and what to do next.
 */
export type ErrorCode =
  // files
  | 'file-not-aprj'
  | 'file-too-large'
  | 'file-newer-version'
  | 'file-invalid'
  // imports
  | 'import-unusable'
  | 'api-unusable'
  | 'design-unusable'
  // templates
  | 'template-syntax'
  | 'variable-unknown'
  | 'variable-cycle'
  | 'value-out-of-bounds'
  | 'secret-missing'
  | 'sealed-unusable'
  // HTTP transport: one code for both hosts, the host's own cause is extra
  | 'http-unreachable'
  | 'http-offline'
  | 'http-cors'
  | 'http-blocked'
  | 'http-timeout'
  | 'http-body-cut'
  | 'http-too-large'
  | 'http-redirects'
  | 'http-invalid-request'
  | 'browser-limit'
  | 'body-file-missing'
  | 'body-file-unreadable'
  // checks and extractors
  | 'no-result'
  | 'nothing-found'
  | 'bad-expression'
  | 'deadline'
  | 'out-of-memory'
  // databases
  | 'sql-refused'
  | 'sql-unusable'
  // rows of data
  | 'data-unusable'
  | 'row-unusable'
  // OAuth
  | 'oauth-settings'
  | 'oauth-refused'
  | 'oauth-not-refused'
  | 'oauth-unusable-answer'
  | 'oauth-callback'
  | 'oauth-id-token'
  | 'oauth-login-timeout'
  | 'oauth-no-browser'
  | 'oauth-script'
  | 'key-unusable'
  // export of a load test
  | 'no-counterpart'
  // project and run
  | 'reference-missing'
  | 'run-busy'
  | 'run-interrupted'
  | 'vault-locked'
  // the assistant's language model: its settings, its URL or its answer
  | 'model-unusable'
  // the companion, from the page
  | 'companion-gone'
  | 'companion-unavailable'
  | 'cancelled'
  | 'internal'

/**
 * An error with a code. `message` is written for the user; `hint` is what to do next, if it is not already part of
 * the message; `cause` is what the host or a library said and may differ between hosts.
 */
export class AssayError extends Error {
  override name = 'AssayError'
  readonly code: ErrorCode
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, options: { hint?: string | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.hint = options.hint
  }
}

/** The text of whatever was thrown. */
export const textOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** What to do about what was thrown, where that is known. */
export const hintOf = (thrown: unknown): string | undefined => (thrown instanceof AssayError ? thrown.hint : undefined)

/** What was thrown, in words: what happened and, where that is known, what to do about it. */
export const toldOf = (thrown: unknown): string =>
  thrown instanceof AssayError && thrown.hint ? `${textOf(thrown)} ${thrown.hint}` : textOf(thrown)
