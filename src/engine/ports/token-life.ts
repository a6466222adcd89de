/** When a token started to live and when it ends, in milliseconds since 1970; without an end it lives to the run's end. */
export interface TokenLife {
  obtainedAt: number
  expiresAt?: number
}

const longestMargin = 30_000

/** How long before its end a token is renewed: 30 s, or half its lifetime if that is less (case 32). Milliseconds. */
const renewalMargin = ({ obtainedAt, expiresAt }: TokenLife): number =>
  expiresAt === undefined ? 0 : Math.max(0, Math.min(longestMargin, (expiresAt - obtainedAt) / 2))

/** True while a token can be used without renewing it first (O15). `now` in milliseconds since 1970. */
export const isFresh = (token: TokenLife, now: number): boolean =>
  token.expiresAt === undefined || now < token.expiresAt - renewalMargin(token)

/** True once a token may not be sent any more. */
export const isExpired = (token: TokenLife, now: number): boolean => token.expiresAt !== undefined && now >= token.expiresAt
