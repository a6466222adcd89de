import type { Corner } from './curve.ts'
import type { LoadShared, LoadUser } from './load-user.ts'

/** What executors are given. */
export interface Execution {
  shared: LoadShared
  corners: readonly Corner[]
  /** Seconds. */
  total: number
  /** Seconds between two iterations of a user. */
  think: number
  mostUsers: number
  /** Nothing is started any more. */
  over: AbortSignal
  /** All stages are through. */
  end(): void
  isUsedUp(): boolean
  /** No row is left. */
  endUsedUp(): void
  /** How many users are at work, told to the curves. */
  atWork: { users: number }
  user(number: number): LoadUser
}
