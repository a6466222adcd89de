/**
 * Codes of all errors. Programs use the code (events, reports, tests). Users read the text: what happened, where, and what to
 * do next.
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
  // scripts
  | 'script-failed'
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
 * An error with a code. `message` is for the user. `hint` is what to do next, if the message doesn't say it. `cause` is the
 * error of the host or a library, and may differ between hosts.
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

/** The message of a thrown value. */
export const textOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** The hint of a thrown value, if it has one. */
export const hintOf = (thrown: unknown): string | undefined => (thrown instanceof AssayError ? thrown.hint : undefined)

/** Message and, if known, hint of a thrown value. */
export const messageWithHint = (thrown: unknown): string =>
  thrown instanceof AssayError && thrown.hint ? `${textOf(thrown)} ${thrown.hint}` : textOf(thrown)
