/** A scope that a step can write to, from the narrowest to the widest. */
export type WritableScope = 'TestCase' | 'TestSuite' | 'Project'

/** Proves that the sender holds the key that a token is bound to (RFC 9449 section 7). */
export interface TokenProver {
  /** A proof for one request with the token, with the nonce that its server gave last. */
  prove(request: { method: string; url: string }): Promise<string>
  /** Keeps the nonce of an answer. True: it asks for another proof, and the request may be repeated once. */
  challenged(url: string, answer: { status: number; headers: [name: string, value: string][]; body: Uint8Array }): boolean
}

/**
 * A value that is requested at each use: a token variable gives the current token, refreshed if need be. `scheme` is what
 * replaces `Bearer` in front of it, for DPoP-bound tokens.
 */
export interface LiveValue {
  current(signal: AbortSignal): Promise<string>
  scheme?: 'Bearer' | 'DPoP'
  /** How a request with this token proves its key; undefined for a token that this value never gave, or that is not bound. */
  proverFor?(token: string): TokenProver | undefined
}

/** Variables as one step sees them. Look-up: row, TestCase, TestSuite, environment, Project (T6). */
export interface Scopes {
  /**
   * Resolves a template. `escape` is applied to what a reference inserts. Rejects with AssayError `variable-unknown`
   * (with the nearest known names), `variable-cycle`, `template-syntax`, `secret-missing`.
   */
  resolve(template: string, options?: { escape?: 'none' | 'json' }): Promise<string>
  /** The typed value if the template is one reference alone, else the resolved text. */
  resolveValue(template: string): Promise<unknown>
  /** A variable by name, typed; undefined if there is none. Secrets and live values come as their current value. */
  get(name: string): Promise<unknown>
  set(scope: WritableScope, name: string, value: unknown): void
  /** Sets a variable where it is found, the environment included, otherwise in the project; returns the scope that is told. */
  assign(name: string, value: unknown): WritableScope
  /** The variables that can be seen; `isSecret`: its value is a secret or a token. */
  visible(): { name: string; isSecret: boolean }[]
  setLive(scope: WritableScope, name: string, value: LiveValue): void
  /** The variables as one row of a loop sees them: `values` come before all others. `key` decides what the row draws. */
  row(key: string, values: Readonly<Record<string, unknown>>): Scopes
  /** The same, but what is drawn depends on the seed and on `key` alone, wherever in the run it is requested. */
  rowOfRun(key: string, values: Readonly<Record<string, unknown>>): Scopes
  /** The prover of a token that a live value in sight has given. */
  proverFor(token: string): TokenProver | undefined
}
