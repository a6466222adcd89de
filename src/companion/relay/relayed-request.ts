import type { ErrorCode } from '#engine/base/errors.ts'

/** What the terminal shows of a request: only the host of its URL, and nothing of its contents. */
export type RelayedRequest = { method: string; host: string } & (
  | { status: number; size: number; duration: number }
  | { refused: ErrorCode }
)
