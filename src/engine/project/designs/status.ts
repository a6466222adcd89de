import type { DesignTest } from '#engine/design/result.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'

/** The status that a test expects, by itself or by its validity: `201`, `4XX`; undefined if nobody says. */
export function statusIn(
  { expected, valid }: Pick<DesignTest, 'expected' | 'valid'>,
  usual: { valid?: string | number | undefined; invalid?: string | number | undefined } = {},
): string | undefined {
  const own = expected !== undefined && Object.hasOwn(expected, 'status') ? expected['status'] : undefined
  const status = own ?? (valid ? usual.valid : usual.invalid)
  const text = status === undefined || status === null ? '' : String(status).trim()
  return /^\d(?:\d\d|XX)$/i.test(text) ? text.toUpperCase() : undefined
}

/** The check of one status, or of a range of them. */
export function statusCheck(status: string): Check {
  const range = /^(\d)XX$/i.exec(status)?.[1]
  const check =
    range === undefined
      ? { source: 'status', is: 'equals', value: Number(status) }
      : { source: 'status', is: 'between', value: [Number(range) * 100, Number(range) * 100 + 99] }
  return { not: false, ...check } as Check
}
