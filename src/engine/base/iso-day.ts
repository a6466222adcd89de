/** The day of a moment (milliseconds since 1970), in UTC as ISO 8601 has it: `2026-11-21`. */
export const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)
