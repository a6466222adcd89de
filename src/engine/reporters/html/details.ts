import type { RunEvent } from '#engine/runner/report/events.ts'
import type { Exchange } from '../reporter.ts'

/** A query as events have it. */
export type Query = Extract<RunEvent, { type: 'queried' }>['query']

/** What a report with messages shows of a step beyond its line in the report of the run. All of it is masked. */
export interface StepDetails {
  /** In order. Texts of bodies may be cut: `notes` says so. */
  exchanges?: Exchange[]
  /** What was asked of databases. */
  queries?: Query[]
  /** Bodies of answers as text, by the id of their exchange or query. */
  bodies?: Record<string, string>
  /** What of a body is not there, by the id of its exchange or query and its side: `exchange3 request`, `exchange3 response`. */
  notes?: Record<string, string>
  /** Every check, those that hold too. */
  checks?: Extract<RunEvent, { type: 'checked' }>['check'][]
  variables?: { name: string; scope: string; value: string }[]
  log?: { level: 'info' | 'warning'; text: string }[]
}

/** Adds an event of a step; true if it told something that is shown. */
export function addDetail(details: StepDetails, event: RunEvent): boolean {
  if (event.type === 'exchanged') (details.exchanges ??= []).push(event.exchange)
  else if (event.type === 'queried') (details.queries ??= []).push(event.query)
  else if (event.type === 'checked') (details.checks ??= []).push(event.check)
  else if (event.type === 'variable-set') {
    const { name, scope, value } = event
    ;(details.variables ??= []).push({ name, scope, value })
  } else if (event.type === 'noted') (details.log ??= []).push({ level: event.level, text: event.text })
  else return false
  return true
}
