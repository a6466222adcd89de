import type { ReferencedFiles } from './referenced-files.ts'
import type { BodyStore } from './body-store.ts'
import type { BrowserLogin } from './login/browser-login.ts'
import type { Clock } from './clock.ts'
import type { EndableWork } from './endable-work.ts'
import type { CookieJars } from './cookie-jar.ts'
import type { Http } from './http.ts'
import type { Locks } from './locks.ts'
import type { Random } from './random.ts'
import type { ScriptedLogins } from './login/scripted-login.ts'
import type { SecretVault } from './secret-vault.ts'
import type { Sql } from './sql.ts'
import type { TokenStore } from './token-store.ts'

/** Everything that differs between hosts. */
export interface Ports {
  http: Http
  cookies: CookieJars
  login: BrowserLogin
  /** Runs the scripts of logins; absent where there is no browser for it. */
  scripts?: ScriptedLogins
  secrets: SecretVault
  tokens: TokenStore
  locks: Locks
  clock: Clock
  random: Random
  bodies: BodyStore
  files: ReferencedFiles
  sql: Sql
  /** Runs work that may never end. */
  work: EndableWork
  /** What this host can do; steps that need something else end broken with the limit named. */
  capabilities: ReadonlySet<Capability>
}

/** A feature that a step may need and only some hosts have. */
export type Capability = 'browser-login' | 'no-cors' | 'companion'

export type * from './referenced-files.ts'
export type * from './body-store.ts'
export type * from './login/browser-login.ts'
export type * from './clock.ts'
export type * from './cookie-jar.ts'
export type * from './endable-work.ts'
export type * from './http.ts'
export type * from './language-model.ts'
export type * from './locks.ts'
export type * from './random.ts'
export type * from './login/scripted-login.ts'
export type * from './secret-vault.ts'
export type * from './sql.ts'
export type * from './sql/sql-record.ts'
export type * from './token-store.ts'
export type * from './diagnosis.ts'
export type * from './http/exchange.ts'
