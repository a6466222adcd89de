/** A token from elsewhere, mostly of an earlier step, whose variable is live: each request sends the current one. */
export interface CurrentToken {
  /** When the step started; another one means another token. */
  value: string
  /** The current one, known to the redactor. Rejects with AssayError. */
  read(): Promise<string>
}

/** What is exchanged for what (RFC 8693 section 2.1). */
export interface ExchangeSettings {
  subjectToken: CurrentToken
  subjectTokenType: string
  /** Who acts for the subject; absent: the client. */
  actorToken?: CurrentToken
  actorTokenType: string
  /** Empty: the provider chooses. */
  requestedTokenType: string
  audience: readonly string[]
}
