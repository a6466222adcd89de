import type { DesignTest } from '#engine/design/result.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'

/**
 * The status that a test expects, by itself or by its validity: `201`, `4XX`, `<500` for anything but a failure of the server;
 * undefined if nothing states one.
 */
export function statusIn(
  { expected, valid }: Pick<DesignTest, 'expected' | 'valid'>,
  usual: { valid?: string | number | undefined; invalid?: string | number | undefined } = {},
): string | undefined {
  const own = expected !== undefined && Object.hasOwn(expected, 'status') ? expected['status'] : undefined
  const status = own ?? (valid ? usual.valid : usual.invalid)
  const text = status === undefined || status === null ? '' : String(status).trim()
  return /^(?:\d(?:\d\d|XX)|<500)$/i.test(text) ? text.toUpperCase() : undefined
}

/** The check of one status, or of a range of them. */
export function statusCheck(status: string): Check {
  const range = /^(\d)XX$/i.exec(status)?.[1]
  const between = (from: number, to: number) => ({ source: 'status', is: 'between', value: [from, to] })
  const check =
    status === '<500'
      ? between(100, 499)
      : range === undefined
        ? { source: 'status', is: 'equals', value: Number(status) }
        : between(Number(range) * 100, Number(range) * 100 + 99)
  return { not: false, ...check } as Check
}

/** A status as a regular expression, which a cell of a table can hold. */
export const statusPattern = (status: string): string => (status === '<500' ? '^[1-4]' : status.replaceAll(/x/gi, '.'))
