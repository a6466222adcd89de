import { answerOf } from '#engine/compare/answer.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import type { Answer, Report, StepReport } from '#engine/runner/report/report.ts'
import type { ReadBody } from '../reporter.ts'

/** Rows whose answers are kept: the report has the steps of no more. */
const rowsKept = 1_000

/** Keeps what can be compared of the answers to a run's requests, as long as the report has their steps. */
export function collectResponses(body: ReadBody): { follow(event: RunEvent): void; addTo(report: Report): void } {
  /** By the case or the row that a step is in, and by the step. */
  const parts = new Map<string, Map<string, Answer>>()
  let rows = 0
  return {
    follow(event) {
      if (event.type === 'case-started') parts.delete(placeKey({ case: event.case.id }))
      if (event.type === 'row-finished') {
        const part = placeKey({ case: event.case, rows: event.rows })
        if (event.outcome === 'passed' || rows >= rowsKept) parts.delete(part)
        else if (parts.has(part)) rows++
      }
      if (event.type !== 'exchanged' || event.exchange.purpose !== 'request') return
      const bytes = event.exchange.response?.body
      const answer = answerOf(event.exchange, bytes && !bytes.dropped ? body(bytes.id) : undefined)
      if (!answer) return
      const part = placeKey({ case: event.case, rows: event.rows })
      const steps = parts.get(part) ?? new Map<string, Answer>()
      parts.set(part, steps.set(event.step, answer))
    },
    addTo({ suites }) {
      const add = (part: Map<string, Answer> | undefined, steps: readonly StepReport[]): void => {
        for (const step of part ? steps : []) {
          const answer = part?.get(step.id)
          if (answer) step.answer = answer
        }
      }
      for (const one of suites.flatMap(({ cases }) => cases)) {
        add(parts.get(placeKey({ case: one.id })), one.steps)
        for (const row of one.rows ?? []) add(parts.get(placeKey({ case: one.id, rows: row.rows })), row.steps ?? [])
      }
    },
  }
}
