import { textOf } from '#engine/base/errors.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { RunStore } from '#storage/types.ts'
import type { LogLine, LogWriter } from '../log/log-lines.ts'
import { createEventMemory } from './event-memory.ts'
import { noticeTexts } from './notice-texts.ts'
import type { StepPlace, VariableRecord } from './run-session-type.ts'

/** Lines and events that are kept of one run, whatever its length (R45). */
export const LOG_LIMIT = 200_000

/** Events whose lines no one has requested yet. */
const mostWaiting = 1_000

/** What is kept of a run's events: those of its steps, its log, the variables that were set. */
export interface Recording {
  add(events: readonly RunEvent[]): void
  /** Events of a step, if they are in memory. */
  of(place: StepPlace): RunEvent[] | undefined
  /** The lines; reads them first if they are in the run store only. */
  log(): LogLine[] | undefined
  /** Lines at the start that were dropped. */
  dropped(): number
  variables(): VariableRecord[]
  /** The events of this run are in the run store: they are read when someone looks at log or variables for the first time. */
  leaveStored(run: string): void
  clear(): void
}

/** What a recording needs from the session. */
export interface RecordingSession {
  turn(): () => boolean
  draw(touched: Iterable<string>): void
  setNotice(text: string): void
}

/** An empty recording. */
export function createRecording(state: RecordingSession, runs: RunStore): Recording {
  const memory = createEventMemory()
  /** Loaded when someone reads the log or many events have come; until it is there, they wait for their lines. */
  let writer: LogWriter | undefined
  let waiting: RunEvent[] = []
  let log: LogLine[] | undefined = []
  let dropped = 0
  let variables: VariableRecord[] = []
  /** A run whose events are in the run store only. */
  let stored: string | undefined

  const write = (events: readonly RunEvent[]) => {
    if (writer === undefined) {
      for (const event of events) waiting.push(event)
      if (waiting.length > mostWaiting) void load()
      return
    }
    for (const event of events) log?.push(writer.line(event))
    if (log && log.length > LOG_LIMIT) dropped += log.splice(0, log.length - LOG_LIMIT + LOG_LIMIT / 10).length
  }
  const load = async () => {
    const { createLogWriter } = await import('../log/log-lines.ts')
    writer ??= createLogWriter()
    const events = waiting
    waiting = []
    write(events)
    state.draw([])
  }
  const add = (events: readonly RunEvent[]) => {
    write(events)
    for (const event of events) {
      memory.add(event)
      if (event.type !== 'variable-set') continue
      const { name, scope, value, at, case: caseId, step, rows } = event
      variables.push({ name, scope, value, at, case: caseId, step, rows })
      if (variables.length > LOG_LIMIT) variables.splice(0, LOG_LIMIT / 10)
    }
  }
  const readStored = () => {
    const run = stored
    const current = state.turn()
    if (run === undefined || !runs.events) return
    stored = undefined
    runs.events(run, LOG_LIMIT).then(
      (events) => {
        if (!current()) return undefined
        log = []
        variables = []
        add(events)
        return state.draw([])
      },
      (thrown: unknown) => state.setNotice(noticeTexts.restore(textOf(thrown))),
    )
  }
  return {
    add,
    of: memory.of,
    log() {
      readStored()
      if (waiting.length > 0) void load()
      return log
    },
    dropped: () => dropped,
    variables: () => (readStored(), variables),
    leaveStored: (run) => {
      log = undefined
      stored = run
    },
    clear: () => {
      memory.clear()
      writer = undefined
      waiting = []
      log = []
      dropped = 0
      variables = []
      stored = undefined
    },
  }
}
