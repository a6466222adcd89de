import { Histogram, type Spread } from './histogram.ts'
import type { LoadPoint, LoadReport } from './report.ts'
import { loadTexts } from './texts.ts'

/** Points of the curves at most; a longer test has wider ones. */
const mostPoints = 600
/** Kinds of failures that are distinguished. */
const mostErrors = 100

/** A step of the target. */
export interface MeasuredStep {
  case: { id: string; name: string }
  step: { id: string; name: string; kind: string }
}

interface OfStep extends MeasuredStep {
  count: number
  failed: number
  requests: number
  durations: Histogram
}

/** How a test stands, told once a second. */
export interface Live {
  /** Seconds since it started. */
  at: number
  users: number
  iterations: number
  failedIterations: number
  requests: number
  failedRequests: number
  resets: number
  late: number
  /** In the last second. */
  requestsPerSecond: number
  /** Of the last second's requests, in milliseconds. */
  duration: Spread
  errors: LoadReport['errors']
  points: readonly LoadPoint[]
  steps: LoadReport['steps']
}

const stepKey = (one: string, step: string): string => `${one} ${step}`

/** Counts what happens in a load test. Its room does not grow with the number of requests. */
export class Measures {
  readonly #steps: Map<string, OfStep>
  readonly #errors = new Map<string, LoadReport['errors'][number]>()
  readonly #duration = new Histogram()
  readonly #iteration = new Histogram()
  readonly #second = new Histogram()
  readonly #points: LoadPoint[] = []
  readonly #width: number
  readonly #inPoint = new Histogram()
  #point = { iterations: 0, failed: 0, requests: 0 }
  #lastRequests = 0
  readonly totals = {
    users: 0,
    iterations: 0,
    failedIterations: 0,
    late: 0,
    dropped: 0,
    cut: 0,
    requests: 0,
    failedRequests: 0,
    resets: 0,
    bytes: 0,
    checks: { passed: 0, failed: 0 },
  }

  /** `seconds`: how long it will take, as far as is known. */
  constructor(steps: readonly MeasuredStep[], seconds: number) {
    this.#steps = new Map(
      steps.map((one) => [
        stepKey(one.case.id, one.step.id),
        { ...one, count: 0, failed: 0, requests: 0, durations: new Histogram() },
      ]),
    )
    this.#width = Math.max(1, Math.ceil(seconds / mostPoints))
  }

  /** A request was answered after `ms`, or was not. */
  request(one: string, step: string, ms: number, bytes: number, answered: boolean): void {
    this.totals.requests++
    if (!answered) this.totals.failedRequests++
    this.totals.bytes += bytes
    this.#point.requests++
    this.#duration.add(ms)
    this.#second.add(ms)
    this.#inPoint.add(ms)
    const known = this.#steps.get(stepKey(one, step))
    if (!known) return
    known.requests++
    known.durations.add(ms)
  }

  step(one: string, step: string, ms: number, passed: boolean): void {
    const known = this.#steps.get(stepKey(one, step))
    if (!known) return
    known.count++
    if (!passed) known.failed++
    if (known.requests === 0) known.durations.add(ms)
  }

  error(outcome: string, code: string | undefined, text: string): void {
    const key = `${outcome} ${code ?? ''} ${text}`
    const known = this.#errors.get(key) ?? (this.#errors.size < mostErrors ? undefined : this.#errors.get(loadTexts.other))
    if (known) known.count++
    else if (this.#errors.size < mostErrors)
      this.#errors.set(key, { outcome, ...(code === undefined ? {} : { code }), text, count: 1 })
    else this.#errors.set(loadTexts.other, { outcome: 'other', text: loadTexts.other, count: 1 })
  }

  check(passed: boolean): void {
    if (passed) this.totals.checks.passed++
    else this.totals.checks.failed++
  }

  iteration(ms: number, passed: boolean): void {
    this.totals.iterations++
    this.#point.iterations++
    this.#iteration.add(ms)
    if (passed) return
    this.totals.failedIterations++
    this.#point.failed++
  }

  /** Users who have started, those of them who have been through once, and requests that were sent, answered or not. */
  readonly begun = { users: 0, through: 0, requests: 0 }

  /** So many users are at work now. */
  atWork(users: number): void {
    this.totals.users = Math.max(this.totals.users, users)
  }

  /** A second is over; `at`: seconds since the start. */
  second(at: number, users: number): Live {
    if (Math.round(at) % this.#width === 0) this.#closePoint(at, users)
    const { requests } = this.totals
    const live: Live = {
      at,
      users,
      iterations: this.totals.iterations,
      failedIterations: this.totals.failedIterations,
      requests,
      failedRequests: this.totals.failedRequests,
      resets: this.totals.resets,
      late: this.totals.late,
      requestsPerSecond: requests - this.#lastRequests,
      duration: this.#second.spread(),
      errors: this.errors(),
      points: this.#points,
      steps: this.steps(),
    }
    this.#lastRequests = requests
    this.#second.clear()
    return live
  }

  #closePoint(at: number, users: number): void {
    const { p50, p90, p95, p99 } = this.#inPoint.spread()
    this.#points.push({ at: Math.round(at * 10) / 10, users, ...this.#point, p50, p90, p95, p99 })
    this.#point = { iterations: 0, failed: 0, requests: 0 }
    this.#inPoint.clear()
  }

  /** What came after the last whole point is a part of it, unless it is long enough to be drawn as one. */
  close(at: number, users: number): void {
    const last = this.#points.at(-1)
    if (!last || at - last.at > this.#width / 2) return void (this.#isOpen && this.#closePoint(at, users))
    last.iterations += this.#point.iterations
    last.failed += this.#point.failed
    last.requests += this.#point.requests
  }

  get #isOpen(): boolean {
    return this.#point.iterations + this.#point.requests > 0
  }

  errors(): LoadReport['errors'] {
    return [...this.#errors.values()].toSorted((a, b) => b.count - a.count)
  }

  steps(): LoadReport['steps'] {
    return [...this.#steps.values()].map(({ durations, ...one }) => ({ ...one, duration: durations.spread() }))
  }

  series(): LoadReport['series'] {
    return { width: this.#width, points: [...this.#points] }
  }

  /** `seconds`: how long it took. */
  summary(seconds: number): LoadReport['summary'] {
    const perSecond = (count: number): number => Math.round((count / Math.max(seconds, 0.001)) * 100) / 100
    return {
      ...this.totals,
      checks: { ...this.totals.checks },
      requestsPerSecond: perSecond(this.totals.requests),
      iterationsPerSecond: perSecond(this.totals.iterations),
      duration: this.#duration.spread(),
      iteration: this.#iteration.spread(),
    }
  }
}
