import { createEffect, createSignal, type Accessor } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import type { SqlRecord } from '#engine/ports/sql/sql-record.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import type { StepReport } from '#engine/runner/report/report.ts'
import { factsOfKind } from '#engine/steps/facts.ts'
import { formatMoment } from './format.ts'
import { useRun } from './run-context.ts'
import type { RunDetails, StepPlace } from './session/run-session-type.ts'
import type { StepAccess } from './step-access.ts'
import { messageTexts } from './results/message-texts.ts'

/** Whether two places are the same. */
export const samePlace = (a: StepPlace | undefined, b: StepPlace | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.run === b.run && placeKey(a) === placeKey(b))

/** The events of a step, followed while it runs; undefined while they are read. */
export function useStepEvents(place: Accessor<StepPlace | undefined>): {
  events: Accessor<RunEvent[] | undefined>
  error: Accessor<string | undefined>
} {
  const { session, details } = useRun()
  const [events, setEvents] = createSignal<RunEvent[]>()
  const [error, setError] = createSignal<string>()
  let turn = 0
  let shown = ''
  createEffect(() => {
    const at = place()
    const own = ++turn
    const key = at ? `${at.run ?? details.run() ?? ''}\n${placeKey(at)}` : ''
    if (key !== shown) setEvents(undefined)
    shown = key
    setError(undefined)
    if (!at) return
    // Depends on this step alone, not on the whole run.
    session.step(at.case, at.step)
    void read(at, own)
  })
  async function read(at: StepPlace, own: number): Promise<void> {
    try {
      const found = await session.events(at)
      if (own === turn) setEvents([...found])
    } catch (thrown) {
      if (own === turn) setError(textOf(thrown))
    }
  }
  return { events, error }
}

/** The messages among a step's events. */
export const exchangesOf = (events: RunEvent[]): Exchange[] =>
  events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange] : []))

/** The last query among a step's events. */
export const queryOf = (events: RunEvent[]): SqlRecord | undefined => {
  const last = events.findLast((event) => event.type === 'queried')
  return last?.type === 'queried' ? last.query : undefined
}

/** What a step had to say besides: warnings and notes, in order. */
export const notesOf = (events: RunEvent[]): { level: 'info' | 'warning'; text: string }[] =>
  events.flatMap((event) => (event.type === 'noted' ? [{ level: event.level, text: event.text }] : []))

/** Whether a step is of a kind that looks at the answer to another one. */
export const looksAtResult = ({ kind }: { kind?: string }): boolean => factsOfKind(kind)?.refers?.step !== undefined

/**
 * Whether a response that is shown belongs to another step than the open one: neither received by it, nor looked at by it, nor by
 * the step that it is nested under.
 */
export function isOfOtherStep(
  { open, nestingOf }: Pick<StepAccess, 'open' | 'nestingOf'>,
  received: StepPlace,
  selected: StepPlace | undefined,
): boolean {
  const { case: caseId, step } = open()
  if (step === undefined || caseId === undefined) return true
  if ([received, selected].some((one) => one?.case === caseId && one.step === step)) return false
  return caseId !== received.case || nestingOf(caseId)(step, received.step) !== true
}

/** See {@link sourceOf}. */
export interface Source {
  place: StepPlace
  /** Of an earlier run no more is known than which step it was. */
  step: Omit<StepReport, 'kind'> & { kind?: string }
  /** Which answer it is, in words, if it is another step's. */
  borrowed?: string
  /** Of an earlier run: when that started, ISO 8601. */
  startedAt?: string
}

/**
 * The step whose answer this step looked at: for an assertion or a transfer the request before it, in its row or before its
 * loop, by the summary that both carry, if they have one; if it was run alone, that of an earlier run. Itself for a step that
 * sends.
 */
export function sourceOf(details: RunDetails, place: StepPlace): Source | undefined {
  const steps = details.stepsAt(place)
  const at = steps.findIndex((step) => step.id === place.step)
  const own = steps[at]
  if (!own) return undefined
  if (!looksAtResult(own)) return { place, step: own }
  if (own.lookedAt) {
    const { step, run, startedAt } = own.lookedAt
    const borrowed = messageTexts.exchange.lookedAtEarlier(step.name, formatMoment(Date.parse(startedAt)))
    return { place: { ...place, step: step.id, run }, step, borrowed, startedAt }
  }
  const seen = seenBefore(details, place)
  const alike = own.summary ? seen.flat().find(({ step }) => step.summary === own.summary) : undefined
  const found = alike ?? seen.find((level) => level.length > 0)?.[0]
  return found && { ...found, borrowed: messageTexts.exchange.lookedAt(found.step.name) }
}

/** The answers that a step can look at, the nearest first: those of its row, then those before its loop, level by level. */
function seenBefore(details: RunDetails, place: StepPlace): { place: StepPlace; step: StepReport }[][] {
  const steps = details.stepsAt(place)
  const at = steps.findIndex((step) => step.id === place.step)
  const own = steps[at]
  if (!own) return []
  const level = steps
    .slice(0, at)
    // Another loop's results are of its rows.
    .filter(({ loop, kind, outcome }) => loop === own.loop && gives(kind) && outcome !== undefined && outcome !== 'skipped')
    .toReversed()
    .map((step) => ({ place: { ...place, step: step.id }, step }))
  if (own.loop === undefined) return [level]
  const around = place.rows && place.rows.length > 1 ? place.rows.slice(0, -1) : undefined
  return [level, ...seenBefore(details, { ...place, rows: around, step: own.loop })]
}

const gives = (kind: string) => factsOfKind(kind)?.gives !== undefined
