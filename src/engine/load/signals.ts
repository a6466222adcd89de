/**
 * Ends many things at once, each by its own signal: hundreds of users listening to one signal would be taken for a leak by
 * Node.
 */
export class Signals {
  readonly #open = new Set<AbortController>()
  #aborted = false

  get aborted(): boolean {
    return this.#aborted
  }

  /** One more that is ended with the others. */
  signal(): AbortSignal {
    const one = new AbortController()
    if (this.#aborted) one.abort()
    else this.#open.add(one)
    return one.signal
  }

  abort(): void {
    this.#aborted = true
    for (const one of this.#open) one.abort()
    this.#open.clear()
  }
}
