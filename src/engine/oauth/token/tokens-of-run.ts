import type { StoredToken, TokenKey } from '#engine/ports/index.ts'

/**
 * The tokens that the steps of one run have got, by step and settings: in the rows of a loop one step has them for other users, of
 * which the store keeps the last.
 */
export type TokensOfRun = Map<string, StoredToken>

/** The oldest are forgotten: what comes again in that many rows is got again. */
const most = 1_000

const nameOf = ({ environment, step }: TokenKey, fingerprint: string): string => JSON.stringify([environment, step, fingerprint])

/** The token that a step got with these settings in this run. */
export const tokenOfRun = (all: TokensOfRun | undefined, key: TokenKey, fingerprint: string): StoredToken | undefined =>
  all?.get(nameOf(key, fingerprint))

/** Keeps a token for the rest of the run; without one there is none any more. */
export function keepForRun(
  all: TokensOfRun | undefined,
  key: TokenKey,
  fingerprint: string,
  token: StoredToken | undefined,
): void {
  const name = nameOf(key, fingerprint)
  all?.delete(name)
  if (!all || !token) return
  all.set(name, token)
  if (all.size > most) all.delete(all.keys().next().value ?? '')
}
