/** The UTC day of a time (milliseconds since 1970) in ISO 8601: `2026-11-21`. */
export const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)
