/** Time since the run started, for the log: `00:03.412`. */
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

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment in local time, to the minute unless said; the date only if it is not that of `now`: `02:44`, `2026-11-21 02:44`. */
export function formatClock(ms: number, now: number, to: 'minute' | 'second' = 'minute'): string {
  const [day, time] = formatMoment(ms).split(' ')
  if (!day || !time) return formatMoment(ms)
  const clock = to === 'minute' ? time.slice(0, 5) : time
  return day === formatMoment(now).split(' ')[0] ? clock : `${day} ${clock}`
}

/** A moment in local time, to the second: `2026-11-21 14:32:10`. */
export function formatMoment(ms: number): string {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return String(ms)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}
