import { AssayError } from '#engine/base/errors.ts'
import type { EndableWork, TaskAnswer, TaskAsked, WorkOrder } from '#engine/ports/index.ts'
import { usualDeadline, usualHeap } from '#engine/ports/endable-work.ts'
import { describeDuration } from '#engine/base/duration.ts'

/** Messages for work that was stopped. */
const workTexts = {
  deadline: (what: string, milliseconds: number) => `${what} was stopped after ${describeDuration(milliseconds)}.`,
  memory: (what: string, megabytes: number) => `${what} was stopped: it needed more than ${megabytes} MB of memory.`,
  hint: 'Use a simpler rule, or apply it to a smaller part of the response.',
  failed: (what: string) => `${what} failed: its worker couldn't be started.`,
  failedHint: 'Reload the page, or restart the command.',
  died: (what: string) => `${what} failed: its worker stopped.`,
}

/** One thread of a host. */
export interface WorkThread {
  post(asked: TaskAsked): void
  /** Ends it at once, whatever it does. */
  end(): void
}

/** What a thread tells: that it listens, what a task came to, that it is gone. */
export interface ThreadNews {
  ready(): void
  answered(answer: TaskAnswer): void
  died(why: 'memory' | 'failed', cause: unknown): void
}

/** How a host makes threads. */
export interface WorkThreads {
  start(heap: number, news: ThreadNews): WorkThread
  /** How many there may be at once; further tasks wait. */
  most: number
  /** Bytes of memory of all threads, where a host knows: a task by which they grow too much is ended. */
  memory?(): number
}

/** Work of one run, of a page or of a worker. */
export interface ClosableWork extends EndableWork {
  /** Ends all threads; what they do is cancelled. The next task starts others. */
  close(): void
}

/** Milliseconds after which a thread that has nothing to do is ended: what it keeps takes memory. */
const longestRest = 30_000
/** Milliseconds between two looks at the memory. */
const memoryEvery = 25
/** Milliseconds that a thread may take to start. */
const longestStart = 15_000

interface Job {
  asked: Pick<TaskAsked, 'task' | 'input'>
  order: WorkOrder
  settle(): void
  resolve(output: unknown): void
  reject(error: AssayError): void
}

interface Seat {
  thread: WorkThread
  heap: number
  isReady: boolean
  held: Map<string, object>
  job?: Job | undefined
  timer?: ReturnType<typeof setTimeout> | undefined
  memoryTimer?: ReturnType<typeof setInterval> | undefined
}

const heapOf = ({ heap = usualHeap }: WorkOrder): number => heap

/** See {@link EndableWork}; each host brings its threads. */
export function createEndableWork(threads: WorkThreads): ClosableWork {
  const seats = new Set<Seat>()
  const queue: Job[] = []
  let lastId = 0

  const remove = (seat: Seat): void => {
    clearTimeout(seat.timer)
    clearInterval(seat.memoryTimer)
    seats.delete(seat)
    seat.thread.end()
  }
  /** Ends what a seat does, with its thread. */
  const endWith = (seat: Seat, errorOf: (job: Job) => AssayError): void => {
    const { job } = seat
    remove(seat)
    if (job) {
      job.settle()
      job.reject(errorOf(job))
    }
    next()
  }

  const open = (heap: number): Seat => {
    const seat: Seat = {
      heap,
      isReady: false,
      held: new Map(),
      thread: threads.start(heap, {
        ready() {
          seat.isReady = true
          if (seat.job) watch(seat, seat.job)
        },
        answered: (answer) => finish(seat, answer),
        died(why, cause) {
          if (seats.has(seat)) endWith(seat, ({ order }) => deathOf(why, cause, seat, order))
        },
      }),
    }
    seats.add(seat)
    return seat
  }

  const watch = (seat: Seat, { order }: Job): void => {
    clearTimeout(seat.timer)
    const { timeout = usualDeadline } = order
    const late = (): void =>
      endWith(seat, () =>
        seat.isReady
          ? stopped('deadline', workTexts.deadline(order.what, timeout), order)
          : new AssayError('internal', workTexts.failed(order.what), { hint: workTexts.failedHint }),
      )
    seat.timer = setTimeout(late, seat.isReady ? timeout : longestStart)
  }

  /** An engine that is at its own limit takes the whole program along: so it is ended before. */
  const watchMemory = (seat: Seat): void => {
    const { memory } = threads
    if (!memory) return
    const most = memory() + seat.heap * 1_000_000
    const look = (): void => {
      if (memory() > most) endWith(seat, ({ order }) => deathOf('memory', undefined, seat, order))
    }
    seat.memoryTimer = setInterval(look, memoryEvery)
  }

  const begin = (seat: Seat, job: Job): void => {
    const held = job.order.held ?? {}
    const lacking = Object.entries(held).filter(([name, part]) => seat.held.get(name) !== part)
    seat.job = job
    watch(seat, job)
    watchMemory(seat)
    try {
      seat.thread.post({ ...job.asked, id: ++lastId, held: Object.fromEntries(lacking), keeps: Object.keys(held) })
      for (const [name, part] of lacking) seat.held.set(name, part)
    } catch (error) {
      endWith(seat, ({ order }) => new AssayError('internal', workTexts.died(order.what), { cause: error }))
    }
  }

  const finish = (seat: Seat, answer: TaskAnswer): void => {
    const { job } = seat
    if (!job || answer.id > lastId) return
    seat.job = undefined
    clearTimeout(seat.timer)
    clearInterval(seat.memoryTimer)
    seat.timer = resting(() => remove(seat))
    job.settle()
    if ('output' in answer) job.resolve(answer.output)
    else job.reject(new AssayError(answer.error.code, answer.error.message, answer.error))
    next()
  }

  /** The thread that rests and has most of what a job needs. */
  const restingFor = ({ order }: Job): Seat | undefined => {
    const parts = Object.entries(order.held ?? {})
    const known = (seat: Seat): number => parts.filter(([name, part]) => seat.held.get(name) === part).length
    const idle = [...seats].filter(({ job, heap }) => job === undefined && heap === heapOf(order))
    return idle.toSorted((a, b) => known(b) - known(a))[0]
  }

  const next = (): void => {
    for (let job = queue[0]; job !== undefined; job = queue[0]) {
      let seat = restingFor(job)
      if (!seat && seats.size >= threads.most) {
        // One with another limit of memory makes room.
        const other = [...seats].find((one) => one.job === undefined)
        if (!other) return
        remove(other)
      }
      queue.shift()
      seat ??= open(heapOf(job.order))
      begin(seat, job)
    }
  }

  return {
    do: <Input, Output>(task: string, input: Input, order: WorkOrder) =>
      new Promise<Output>((resolve, reject) => {
        const { signal } = order
        if (signal.aborted) return reject(cancelled())
        const cancel = (): void => {
          const at = queue.indexOf(job)
          const seat = [...seats].find((one) => one.job === job)
          if (at >= 0) queue.splice(at, 1)
          if (seat) return endWith(seat, cancelled)
          job.settle()
          reject(cancelled())
        }
        const job: Job = {
          asked: { task, input },
          order,
          settle: () => signal.removeEventListener('abort', cancel),
          resolve: (output) => resolve(output as Output),
          reject,
        }
        signal.addEventListener('abort', cancel, { once: true })
        queue.push(job)
        next()
      }),
    close() {
      for (const job of queue.splice(0)) {
        job.settle()
        job.reject(cancelled())
      }
      for (const seat of seats) endWith(seat, cancelled)
    },
  }
}

const cancelled = (): AssayError => new AssayError('cancelled', '')

const stopped = (code: 'deadline' | 'out-of-memory', text: string, { hint = workTexts.hint }: WorkOrder): AssayError =>
  new AssayError(code, text, { hint })

function deathOf(why: 'memory' | 'failed', cause: unknown, { heap, isReady }: Seat, order: WorkOrder): AssayError {
  if (why === 'memory') return stopped('out-of-memory', workTexts.memory(order.what, heap), order)
  return isReady
    ? new AssayError('internal', workTexts.died(order.what), { cause })
    : new AssayError('internal', workTexts.failed(order.what), { hint: workTexts.failedHint, cause })
}

/** A timer that does not keep a program of Node alive. */
function resting(end: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(end, longestRest)
  ;(timer as { unref?: () => void }).unref?.()
  return timer
}
