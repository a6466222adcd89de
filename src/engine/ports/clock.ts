/** Time. The engine never reads the host's clock directly. */
export interface Clock {
  /** Milliseconds since 1970, wall clock. */
  now(): number
  /** Milliseconds on a monotonic clock; for durations (R26). */
  monotonic(): number
  /** Resolves after `ms` milliseconds; rejects with AssayError `cancelled` when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}
