/** A span of time as people read it: `0.4 ms`, `84 ms`, `3.4 s`, `1 min 12 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return ms <= 0 ? '0 ms' : `${Math.max(0.1, Math.round(ms * 10) / 10)} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Bytes as people read them, in steps of 1,000: `0 B`, `812 B`, `20.1 kB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Time since the run began, for the log: `00:03.412`. */
export function formatOffset(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.floor((ms % 60_000) / 1000)
  const rest = Math.floor(ms % 1000)
  return `${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}.${String(rest).padStart(3, '0')}`
}

/** Minutes and seconds left, never below zero: `1:59`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Whole numbers with thousands separated, the same in every locale: `10,000`. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
