/** Relative error of what {@link Histogram} gives. */
const accuracy = 0.005
const gamma = (1 + accuracy) / (1 - accuracy)
const logGamma = Math.log(gamma)
/** Milliseconds that the first and the last bin hold: everything below and above is in them. */
const [least, most] = [0.001, 36_000_000]
const lowest = Math.floor(Math.log(least) / logGamma)
const bins = Math.ceil(Math.log(most) / logGamma) - lowest + 1

/** A summary of many durations, in milliseconds. */
export interface Spread {
  min: number
  avg: number
  p50: number
  p90: number
  p95: number
  p99: number
  max: number
}

/**
 * Durations in bins of growing width, so that each quantile is right to half a percent whatever was measured, and a million of them need no
 * more room than one (as HdrHistogram and DDSketch do).
 */
export class Histogram {
  readonly #bins = new Uint32Array(bins)
  #count = 0
  #sum = 0
  #min = Infinity
  #max = 0

  get count(): number {
    return this.#count
  }

  add(ms: number): void {
    const bin = ms <= least ? 0 : Math.min(bins - 1, Math.ceil(Math.log(ms) / logGamma) - lowest)
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1
    this.#count++
    this.#sum += ms
    if (ms < this.#min) this.#min = ms
    if (ms > this.#max) this.#max = ms
  }

  /** The duration below which the share `of` (0 to 1) lies. */
  quantile(of: number): number {
    if (this.#count === 0) return 0
    const rank = Math.max(1, Math.ceil(of * this.#count))
    let sum = 0
    for (const [bin, count] of this.#bins.entries()) {
      sum += count
      if (sum < rank) continue
      // The middle of the bin, by its relative error; never outside what was measured.
      const middle = (2 * gamma ** (bin + lowest)) / (gamma + 1)
      return Math.min(this.#max, Math.max(this.#min, middle))
    }
    return this.#max
  }

  /** All of it, to the hundredth of a millisecond; zeros if nothing was measured. */
  spread(): Spread {
    const round = (ms: number): number => Math.round(ms * 100) / 100
    if (this.#count === 0) return { min: 0, avg: 0, p50: 0, p90: 0, p95: 0, p99: 0, max: 0 }
    return {
      min: round(this.#min),
      avg: round(this.#sum / this.#count),
      p50: round(this.quantile(0.5)),
      p90: round(this.quantile(0.9)),
      p95: round(this.quantile(0.95)),
      p99: round(this.quantile(0.99)),
      max: round(this.#max),
    }
  }

  clear(): void {
    this.#bins.fill(0)
    this.#count = 0
    this.#sum = 0
    this.#min = Infinity
    this.#max = 0
  }
}
