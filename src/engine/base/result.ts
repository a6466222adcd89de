/** The result of a parser or another total function: a value, or the reason why there is none. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E }

/** A successful {@link Result}. */
export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

/** A failed {@link Result}. */
export const fail = <E>(error: E): { ok: false; error: E } => ({ ok: false, error })
