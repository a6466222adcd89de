import { monotonic } from '../clock.ts'

/** Something that goes on and can be too late or be stopped. */
export interface Watched {
  /** When it has to be looked at next, on the monotonic clock. */
  readonly due: number
  /** That time has come: ends it, or moves `due`. */
  look(now: number): void
  /** Its signal was aborted. */
  stop(): void
}

/** Milliseconds by which a look is late where this program stood still: the machine was asleep, or something else was worked on. */
const stoodStill = 250

/** Node's timers hold no more milliseconds. */
const longestTimer = 2_147_483_647

/**
 * Watches the time and the signals of many exchanges with one timer and one listener for each signal: to set both up for
 * every request would cost more than sending it does.
 */
export class Watch {
  readonly #active = new Set<Watched>()
  readonly #bySignal = new WeakMap<AbortSignal, Set<Watched>>()
  #timer: NodeJS.Timeout | undefined
  #timerDue = Infinity

  add(watched: Watched, signal: AbortSignal): void {
    this.#active.add(watched)
    this.#listeners(signal).add(watched)
    this.moved(watched)
  }

  /** `due` is earlier than it was. */
  moved({ due }: Watched): void {
    if (due < this.#timerDue) this.#arm(due)
  }

  remove(watched: Watched, signal: AbortSignal): void {
    this.#active.delete(watched)
    this.#bySignal.get(signal)?.delete(watched)
  }

  #listeners(signal: AbortSignal): Set<Watched> {
    let listeners = this.#bySignal.get(signal)
    if (listeners === undefined) {
      const created = new Set<Watched>()
      listeners = created
      this.#bySignal.set(signal, created)
      signal.addEventListener('abort', () => created.forEach((watched) => watched.stop()), { once: true })
    }
    return listeners
  }

  #arm(due: number): void {
    clearTimeout(this.#timer)
    this.#timerDue = due
    const look = (): void => {
      // What came meanwhile is read first: timers are called before it, and a response that is there is not late.
      if (monotonic() - due > stoodStill) setImmediate(() => this.#look())
      else this.#look()
    }
    // Open connections keep the process; a timer that looks at nothing must not.
    this.#timer = setTimeout(look, Math.min(Math.max(0, due - monotonic()), longestTimer)).unref()
  }

  #look(): void {
    const now = monotonic()
    this.#timerDue = Infinity
    for (const watched of this.#active) if (watched.due - 1 <= now) watched.look(now)
    let next = Infinity
    for (const { due } of this.#active) next = Math.min(next, due)
    if (next !== Infinity) this.#arm(next)
  }
}
