import { canonical } from '#engine/base/encoding/canonical-json.ts'
import { isExpired, isFresh, type TokenLife } from '#engine/ports/token-life.ts'
import { interactive } from './interactive.ts'
import type { OAuth2Step } from './schema.ts'

/** FNV-1a over UTF-16 units, twice with different starts: 64 bits as hex. Not for secrets; there are none in a step. */
function digest(text: string): string {
  let a = 0x811c9dc5
  let b = 0x01000193
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x811c9dc5)
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

/**
 * A mark of the step's settings before templates are resolved, without waiting: the page compares it with the one that the
 * cached token carries. A changed variable is not seen by it; the run finds that out by the token's fingerprint.
 */
export function settingsStamp(step: OAuth2Step): string {
  const { id: _i, name: _n, description: _d, disabled: _o, ...rest } = step
  const {
    refreshEndpoint: _r,
    variableName: _v,
    variableScope: _s,
    loginTimeout: _l,
    forceReauthentication: _f,
    ...deciding
  } = rest
  return digest(canonical(deciding))
}

/** What the page mirrors of a cached token. */
export interface CachedLogin extends TokenLife {
  stamp?: string
  hasRefreshToken: boolean
}

/**
 * Decides at the click on Run whether this step of the run will open a window; synchronous, because a window must be opened in the click
 * itself. `now` in milliseconds since 1970.
 */
export function needsLogin(step: OAuth2Step, cached: CachedLogin | undefined, now: number): boolean {
  if (!interactive(step)) return false
  if (step.forceReauthentication || cached === undefined || cached.stamp !== settingsStamp(step)) return true
  return isFresh(cached, now) ? false : !cached.hasRefreshToken && isExpired(cached, now)
}
