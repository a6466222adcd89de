import type { ScriptRecord } from './record.ts'

/**
 * The clock of the run and its seed instead of the machine's: the same input gives the same run. Time goes on by a millisecond
 * with each look at it, so that a loop which waits ends.
 */
export function useOwnClock(record: ScriptRecord): void {
  const NativeDate = Date
  const now = (): number => record.now()
  function OwnDate(this: unknown, ...given: unknown[]): unknown {
    if (new.target === undefined) return new NativeDate(now()).toString()
    const target = new.target as unknown as typeof OwnDate
    return Reflect.construct(NativeDate, given.length === 0 ? [now()] : given, target === OwnDate ? NativeDate : target)
  }
  OwnDate.prototype = NativeDate.prototype
  Object.defineProperty(NativeDate.prototype, 'constructor', { value: OwnDate, configurable: true, writable: true })
  Object.assign(OwnDate, { UTC: NativeDate.UTC, parse: NativeDate.parse, now })
  Object.defineProperty(OwnDate, 'name', { value: 'Date' })
  Object.defineProperty(OwnDate, 'length', { value: 7 })
  Object.assign(globalThis, { Date: OwnDate, performance: { now: () => now() - record.input.now } })

  const draw = drawsOf(record.input.seed)
  Object.defineProperty(Math, 'random', { value: draw, configurable: true, writable: true })
}

/** Numbers from 0 to 1 from a seed (sfc32). */
function drawsOf(seed: string): () => number {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (let index = 0; index < seed.length; index++) {
    a = (a ^ seed.charCodeAt(index)) | 0
    next()
  }
  for (let index = 0; index < 12; index++) next()
  return next
}

/** Bytes of the seed. */
export const drawBytes = (length: number): number[] => Array.from({ length }, () => Math.floor(Math.random() * 256))

/** A UUID of version 4 from the seed. */
export function drawUuid(): string {
  const bytes = drawBytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
