import { describeDuration } from '#engine/base/duration.ts'
import { AssayError } from '#engine/base/errors.ts'
import { isExpired, isFresh } from '#engine/ports/token-life.ts'
import type { StoredToken, TokenKey } from '#engine/ports/index.ts'
import type { OAuthContext } from '../context.ts'
import { createBinding, createBindingKey, type Binding } from '../client/binding.ts'
import { grantFacts } from '../grants/facts.ts'
import { issueToken, type TokenSet } from './issue-token.ts'
import { refreshToken } from './refresh.ts'
import type { OAuthSettings } from '../settings.ts'
import { notes, reasons } from '../texts.ts'
import { keepForRun, tokenOfRun } from './tokens-of-run.ts'

/** Whose token it is and by which marks the cache recognises it. */
export interface TokenIdentity {
  key: TokenKey
  /** {@link fingerprintOf} the settings. */
  fingerprint: string
  /** The step's own mark for a decision without waiting. */
  stamp: string
}

/** One step's token over the time of a run: cached, refreshed, or requested again, one at a time (O14, O15). */
export interface TokenSource {
  /**
   * What the step does when it runs; the reason is noted. `force`: neither cache nor refresh (case 41), and `why`; it waits for
   * no one either. Two forced sign-ins of one step go on side by side, each in its own window and to its own answer (case 22):
   * behind a lock the second would stand still until the first user has signed in, maybe with another account, or given up.
   * Each run uses the token that it got; the cache holds the one that came last.
   */
  obtain(force: boolean, why?: string): Promise<StoredToken>
  /** What each later use gets: the token itself while it is fresh, else a renewed one; never an expired one (case 39). */
  current(signal: AbortSignal): Promise<StoredToken>
  /** The key that a token of this source is bound to; undefined for other tokens and for those that are not bound. */
  bindingOf(accessToken: string): Binding | undefined
}

const iso = (at: number): string => new Date(at).toISOString()

/** Creates the {@link TokenSource} of one run of a step. `renewed` receives each token that differs from the previous one. */
export function createTokenSource(
  stepContext: OAuthContext,
  settings: OAuthSettings,
  { key, fingerprint, stamp }: TokenIdentity,
  renewed: (token: StoredToken) => void,
): TokenSource {
  const { tokens, locks, clock } = stepContext.ports
  const { tokensOfRun } = stepContext
  let held: StoredToken | undefined
  /** By access token: one that was just replaced may still be on its way. */
  const bindings = new Map<string, Binding>()

  /** A refreshed token keeps its key, and with it the nonces that servers gave. */
  function bind({ accessToken, bindingKey }: StoredToken): Binding | undefined {
    if (!bindingKey) return undefined
    const known = [...bindings.values()].find(({ key }) => key.x === bindingKey.x && key.y === bindingKey.y)
    const binding = known ?? createBinding(bindingKey, stepContext.ports)
    bindings.set(accessToken, binding)
    return binding
  }

  function learn(token: StoredToken): void {
    const { redactor } = stepContext
    redactor.add(settings.tokenName, token.accessToken)
    if (token.refreshToken !== undefined) redactor.add('refresh_token', token.refreshToken)
    if (token.idToken !== undefined) redactor.add('id_token', token.idToken)
  }

  function hold(token: StoredToken): StoredToken {
    learn(token)
    bind(token)
    if (held?.accessToken !== token.accessToken) renewed(token)
    held = token
    return token
  }

  async function keep({ uncacheable, ...token }: TokenSet, why: string): Promise<StoredToken> {
    const stored = { ...token, why: stepContext.redactor.mask(why), fingerprint, stamp }
    if (uncacheable) await tokens.delete(key)
    else await tokens.put(key, stored)
    keepForRun(tokensOfRun, key, fingerprint, uncacheable ? undefined : stored)
    return hold(stored)
  }

  /** A token of these settings is of no use any more; what the store keeps may be that of others. */
  async function drop(): Promise<void> {
    keepForRun(tokensOfRun, key, fingerprint, undefined)
    if ((await tokens.get(key))?.fingerprint === fingerprint) await tokens.delete(key)
  }

  /** The token of these settings: that of the store, else one that this run has got. */
  const own = (kept: StoredToken | undefined): StoredToken | undefined =>
    kept?.fingerprint === fingerprint ? kept : tokenOfRun(tokensOfRun, key, fingerprint)

  /** Why there is none, given what the store keeps. */
  function whyNone(kept: StoredToken | undefined): string {
    if (!kept) return reasons.nothingCached
    return tokenOfRun(tokensOfRun, key, kept.fingerprint) ? reasons.otherSettings : reasons.settingsChanged
  }

  async function issue(context: OAuthContext, why: string): Promise<StoredToken> {
    const binding = settings.enableDpop ? createBinding(await createBindingKey(), context.ports) : undefined
    const issued = await issueToken({ ...context, ...(binding ? { binding } : {}) }, settings)
    if (binding && issued.bindingKey) bindings.set(issued.accessToken, binding)
    const stored = await keep(issued, reasons.gotNew(why))
    context.noted('info', reasons.gotNew(why))
    return stored
  }

  function reuse(context: OAuthContext, token: StoredToken): StoredToken {
    if (held?.accessToken !== token.accessToken) {
      const left = token.expiresAt === undefined ? undefined : token.expiresAt - clock.now()
      context.noted(
        'info',
        reasons.reused(
          token.expiresAt === undefined || left === undefined
            ? reasons.validForTheRun
            : reasons.valid(describeDuration(left), iso(token.expiresAt)),
        ),
      )
    }
    return hold(token)
  }

  /** A token near its end, with a refresh token: renewed, or used to its end, or requested again (case 35). */
  async function renew(context: OAuthContext, token: StoredToken, why: string): Promise<StoredToken> {
    learn(token)
    const binding = bind(token)
    const refreshed = await refreshToken({ ...context, ...(binding ? { binding } : {}) }, settings, token).catch(
      async (thrown: unknown) => {
        if (thrown instanceof AssayError && thrown.code === 'oauth-id-token') await drop()
        throw thrown
      },
    )
    switch (refreshed.result) {
      case 'refreshed': {
        const stored = await keep(refreshed.token, reasons.refreshed(why))
        context.noted('info', reasons.refreshed(why))
        return stored
      }
      case 'refused':
        await drop()
        return issue(context, reasons.refreshRefused(refreshed.error.message))
      case 'failed':
        if (isExpired(token, clock.now())) throw refreshed.error
        context.noted('warning', notes.refreshFailed(refreshed.error.message))
        return hold(token)
    }
  }

  /** Inside the lock: another step, suite or tab may have done the work meanwhile. */
  async function renewOrIssue(context: OAuthContext): Promise<StoredToken> {
    const found = await tokens.get(key)
    const token = own(found)
    const now = clock.now()
    if (token && isFresh(token, now)) return reuse(context, token)
    if (!token) return issue(context, whyNone(found))
    const end = token.expiresAt ?? now
    const ending = isExpired(token, now) ? reasons.expired(iso(end)) : reasons.expiring(iso(end))
    const { title, refreshes, person } = grantFacts[settings.grantType]
    const why = refreshes ? ending : `${ending}; ${reasons.noRefresh(title)}`
    if (token.refreshToken !== undefined) return renew(context, token, why)
    // No one is asked to sign in again while the token still lives.
    return person !== undefined && !isExpired(token, now) ? reuse(context, token) : issue(context, why)
  }

  const locked = (context: OAuthContext): Promise<StoredToken> =>
    locks.hold(`token ${key.environment} ${key.step}`, context.signal, () => renewOrIssue(context))

  return {
    async obtain(force, why = reasons.forced) {
      if (force) return issue(stepContext, why)
      const cached = own(await tokens.get(key))
      if (cached && isFresh(cached, clock.now())) return reuse(stepContext, cached)
      return locked(stepContext)
    },

    async current(signal) {
      if (held && isFresh(held, clock.now())) return held
      return locked({ ...stepContext, signal })
    },

    bindingOf: (accessToken) => bindings.get(accessToken),
  }
}
