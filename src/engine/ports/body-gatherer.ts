/** Bytes of the first block; each further one is twice as large, up to the largest. */
const firstBlock = 64 * 1024
const largestBlock = 4 * 1024 * 1024

const empty = new Uint8Array(0)

/**
 * Collects up to `most` bytes of a body in blocks. However small the parts are, memory holds the body and at most one more
 * block (R31, R32). A body of one part isn't copied.
 */
export class BodyGatherer {
  readonly #most: number
  readonly #full: Uint8Array[] = []
  #only: Uint8Array | undefined
  #block: Uint8Array | undefined
  #used = 0
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Received bytes, including those that aren't kept. */
  get size(): number {
    return this.#size
  }

  /** Whether more bytes were received than kept. */
  get isOver(): boolean {
    return this.#size > this.#most
  }

  /** Takes the next part, which may be overwritten afterwards unless it is the only one. */
  add(part: Uint8Array): void {
    const room = this.#most - this.#size
    this.#size += part.length
    if (part.length === 0 || room <= 0) return
    const wanted = part.length > room ? part.subarray(0, room) : part
    if (this.#block === undefined && this.#only === undefined) {
      this.#only = wanted
      return
    }
    if (this.#only !== undefined) {
      const only = this.#only
      this.#only = undefined
      this.#copy(only)
    }
    this.#copy(wanted)
  }

  /** All that was kept. Nothing may be added any more. */
  take(): Uint8Array {
    if (this.#only !== undefined) return this.#only
    if (this.#block === undefined) return empty
    const whole = new Uint8Array(Math.min(this.#size, this.#most))
    let at = 0
    for (const block of this.#full) {
      whole.set(block, at)
      at += block.length
    }
    whole.set(this.#block.subarray(0, this.#used), at)
    this.#full.length = 0
    this.#block = undefined
    return (this.#only = whole)
  }

  #copy(part: Uint8Array): void {
    for (let at = 0; at < part.length;) {
      const block = this.#blockWithRoom()
      const room = block.length - this.#used
      const fitting = at === 0 && part.length <= room ? part : part.subarray(at, at + room)
      block.set(fitting, this.#used)
      this.#used += fitting.length
      at += fitting.length
    }
  }

  #blockWithRoom(): Uint8Array {
    const block = this.#block
    if (block !== undefined && this.#used < block.length) return block
    if (block !== undefined) this.#full.push(block)
    this.#used = 0
    return (this.#block = new Uint8Array(block === undefined ? firstBlock : Math.min(block.length * 2, largestBlock)))
  }
}
