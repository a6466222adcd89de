import { describeCounts } from '#engine/runner/report/outcomes.ts'
import { describeDuration } from '#engine/base/duration.ts'
import { isPending } from '#engine/oauth/record/pending.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { rowNumber } from '#engine/runner/execute/place.ts'
import { logTexts as log } from './log-texts.ts'

/** One event of a run as a readable line. */
export interface LogLine {
  seq: number
  /** Milliseconds since the run started. */
  at: number
  level: 'info' | 'warning' | 'error'
  text: string
  /** `Orders > Create then delete > Created`, as far as the event has a place. */
  path: string
  case?: string
  step?: string
  rows?: readonly number[] | undefined
}

/** Makes lines of events; keeps the names that later events refer to by id. */
export interface LogWriter {
  line(event: RunEvent): LogLine
}

const failed = (outcome: string) => outcome === 'failed' || outcome === 'broken'
const withHint = (message: string, hint: string | undefined) => (hint ? `${message} ${hint}` : message)

/** A writer for the events of one run, which must come in order. */
export function createLogWriter(): LogWriter {
  const cases = new Map<string, string>()
  const steps = new Map<string, string>()

  const caseName = (id: string, rows?: readonly number[]) =>
    (cases.get(id) ?? id) + (rows === undefined ? '' : ` (${log.row(rowNumber(rows))})`)
  const stepName = (caseId: string, id: string) => steps.get(`${caseId}\n${id}`) ?? id

  function describe(event: RunEvent): { text: string; level?: LogLine['level'] } {
    switch (event.type) {
      case 'run-started':
        return {
          text: log.runStarted(
            event.project.name,
            event.environment?.name ?? log.noEnvironment,
            event.seed,
            event.total.suites,
            event.total.cases,
            event.total.steps,
          ),
        }
      case 'case-started':
        return {
          text: log.caseStarted(`${event.suite.name} > ${event.case.name}`),
        }
      case 'row-started':
        return { text: log.rowStarted(rowNumber(event.rows), Object.entries(event.values)) }
      case 'row-finished':
        return {
          text: log.finished(log.row(rowNumber(event.rows)), event.outcome, describeDuration(event.duration)),
          level: failed(event.outcome) ? 'error' : 'info',
        }
      case 'step-started':
        return { text: log.stepStarted(stepName(event.case, event.step)) }
      case 'exchanged': {
        const { request, response, error, duration, by } = event.exchange
        const sent = `${request.method} ${request.url}`
        if (error) return { text: log.sent(sent, error.message), level: 'error' }
        const answer = response ? `${response.status} in ${describeDuration(duration)}` : log.noAnswer
        return {
          text: log.sent(sent, by === 'sandbox' ? log.sandbox(answer) : answer),
          level: (response && response.status < 400) || isPending(event.exchange) ? 'info' : 'warning',
        }
      }
      case 'queried': {
        const { connection, text, rows, changes, columns, error, duration } = event.query
        const sent = `${connection.name}: ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 200)}`
        if (error) return { text: log.sent(sent, error.message), level: 'error' }
        return { text: log.sent(sent, log.rows(columns.length > 0, rows, changes, describeDuration(duration))) }
      }
      case 'checked': {
        const { passed, subject, expected, actual } = event.check
        return passed
          ? { text: log.checkPassed(subject, expected) }
          : { text: log.checkFailed(subject, expected, actual), level: 'error' }
      }
      case 'variable-set':
        return { text: log.variable(event.name, event.value, event.scope) }
      case 'noted':
        return { text: event.text, level: event.level }
      case 'action-required':
        return {
          text: `${stepName(event.case, event.step)}: ${event.kind !== 'login' ? log.deviceStates[event.state === 'done' ? 'done' : 'waiting'] : log.actionStates[event.state]}`,
          level: event.state === 'waiting' || event.state === 'done' ? 'info' : 'warning',
        }
      case 'step-finished': {
        const name = stepName(event.case, event.step)
        const text =
          event.outcome === 'skipped' ? log.skipped(name) : log.finished(name, event.outcome, describeDuration(event.duration))
        return {
          text: event.message ? `${text}: ${withHint(event.message, event.hint)}` : text,
          level: failed(event.outcome) ? 'error' : event.outcome === 'cancelled' ? 'warning' : 'info',
        }
      }
      case 'case-finished':
        return {
          text: log.finished(caseName(event.case), event.outcome, describeDuration(event.duration)),
          level: failed(event.outcome) ? 'error' : 'info',
        }
      case 'run-cookies':
        return { text: log.cookies(event.cookies.length + (event.more ?? 0), event.scope) }
      case 'run-finished': {
        const text = `${log.finished(log.run, event.outcome, describeDuration(event.duration))}: ${describeCounts(event.counts)}`
        return {
          text: event.reason ? `${text}. ${event.reason}` : text,
          level: failed(event.outcome) ? 'error' : event.reason ? 'warning' : 'info',
        }
      }
    }
  }

  function line(event: RunEvent): LogLine {
    if (event.type === 'case-started') {
      cases.set(event.case.id, `${event.suite.name} > ${event.case.name}`)
      for (const step of event.steps) steps.set(`${event.case.id}\n${step.id}`, step.name)
    }
    const { text, level = 'info' } = describe(event)
    const base = { seq: event.seq, at: event.at, level, text }
    if (!('step' in event)) return { ...base, path: '' }
    return {
      ...base,
      path: `${caseName(event.case, event.rows)} > ${stepName(event.case, event.step)}`,
      case: event.case,
      step: event.step,
      ...(event.rows === undefined ? {} : { rows: event.rows }),
    }
  }

  return { line }
}

/** Which lines the Log tab shows. */
export interface LogFilter {
  level: 'all' | 'warning' | 'error'
  text: string
}

/** Whether a line passes the filter; the text is looked for in the line and its place, in any case. */
export function matchesFilter(line: LogLine, filter: LogFilter): boolean {
  if (filter.level === 'error' && line.level !== 'error') return false
  if (filter.level === 'warning' && line.level === 'info') return false
  if (filter.text === '') return true
  const needle = filter.text.toLowerCase()
  return line.text.toLowerCase().includes(needle) || line.path.toLowerCase().includes(needle)
}

/** The lines as plain text, for the clipboard. */
export function writeLog(lines: LogLine[], offset: (at: number) => string): string {
  return lines
    .map((line) => `${offset(line.at)} ${line.level.padEnd(7)} ${line.path === '' ? '' : `${line.path}: `}${line.text}\n`)
    .join('')
}
