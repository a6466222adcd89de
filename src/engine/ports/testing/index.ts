import { AssayError } from '#engine/base/errors.ts'
import type { Ports } from '../index.ts'
import { createManualClock } from './manual-clock.ts'
import {
  fixedRandom,
  memoryBodies,
  memoryFiles,
  memoryLocks,
  memorySecrets,
  memoryTokens,
  noCookies,
  noSql,
  noWork,
} from './memory-stores.ts'
import { createScriptedHttp } from './scripted-http.ts'

export * from './manual-clock.ts'
export * from './memory-stores.ts'
export * from './scripted-http.ts'

/**
 * A whole host for tests: a clock that stands still, HTTP that answers 200 to everything, no secrets, no browser window,
 * and all capabilities but that one. Each part can be replaced.
 */
export const fakePorts = (overrides: Partial<Ports> = {}): Ports => ({
  http: createScriptedHttp(),
  cookies: noCookies,
  login: {
    redirectUri: async () => 'http://127.0.0.1/callback',
    authorize: async () => {
      throw new AssayError('oauth-no-browser', 'There is no browser window here.')
    },
  },
  secrets: memorySecrets(),
  tokens: memoryTokens(),
  locks: memoryLocks(),
  clock: createManualClock(),
  random: fixedRandom(),
  bodies: memoryBodies(),
  files: memoryFiles(),
  sql: noSql,
  work: noWork,
  capabilities: new Set(['no-cors']),
  ...overrides,
})
