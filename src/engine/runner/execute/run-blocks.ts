import type { AssayError } from '#engine/base/errors.ts'
import type { Told } from '#engine/base/secrets/masked.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { looksAtResult, referredId } from '#engine/steps/references.ts'
import type { Outcome } from '#engine/steps/step-kind.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { isLoop, stepsIn, type Block, type Loop } from '../plan/blocks.ts'
import { CaseResults } from './case-results.ts'
import type { OutcomeName } from '../report/events.ts'
import { addCounts, emptyCounts, worse } from '../report/outcomes.ts'
import { heldBack } from './condition.ts'
import type { EventPlace, BlockPass, RunningCase } from './block-pass.ts'
import { jumpedOver } from './jumps.ts'
import { placeKey, rowNumber } from './place.ts'
import { shownValues, type Row } from '../plan/rows.ts'
import type { RunState } from './run-state.ts'
import { runGuarded, runStep } from './run-step.ts'
import { answerOf, contextOf, type Seen } from './step-context.ts'
import { runnerTexts as texts } from '../texts.ts'
import { isLookedAt } from './unchecked.ts'

const placeOf = ({ planned }: RunningCase, { rows }: BlockPass, step: Step): EventPlace =>
  rows === undefined ? { case: planned.case.id, step: step.id } : { case: planned.case.id, rows: [...rows], step: step.id }

/** Milliseconds since a moment of the run, to the hundredth. */
export const since = (begun: number, { stream }: RunState): number => Math.round((stream.elapsed() - begun) * 100) / 100

/** T9: a step that is broken, failed or cancelled skips the rest, unless the case says to continue. */
export async function runBlocks(running: RunningCase, blocks: readonly Block[], pass: BlockPass): Promise<void> {
  const { planned, state } = running
  let index = 0
  for (const block of blocks) {
    await state.pauses.rest(state.signal)
    pass.isCut ||= state.ended !== undefined
    const first = isLoop(block) ? block.start : block
    const why = state.ended?.reason ?? pass.skipping ?? jumpedOver(running, first, state)
    if (isLoop(block)) {
      const held = why === undefined ? await heldBackAs(running, pass, block.start) : undefined
      if (held) leaveOutLoop(running, pass, block, held)
      else if (why === undefined) await runLoop(running, block, pass)
      else for (const step of stepsIn([block])) leaveOut(running, pass, step, why)
    } else if (why === undefined && planned.problem?.step !== block.id) {
      note(running, pass, block, await runOne(running, pass, block))
    } else leaveOut(running, pass, block, why ?? '')
    pass.results.forget(index++)
  }
}

/** How a pass ended; one that the end of the run cut short has not passed. */
export const endOf = ({ outcome, isCut }: BlockPass): OutcomeName => (isCut ? worse(outcome, 'cancelled') : outcome)

/** Counts a step's outcome, and draws the consequences for the steps after it. */
function note(running: RunningCase, pass: BlockPass, step: Step, ended: OutcomeName): void {
  pass.counts[ended]++
  pass.outcome = worse(pass.outcome, ended)
  if (ended === 'passed' || ended === 'skipped') return
  endOnBail(running, step, ended)
  if (running.planned.case.onFailure === 'stop') pass.skipping ??= texts.skippedAfter(step.name, ended)
}

/** With `bail` nothing more is started after a step that did not pass, unless the case may still be tried again. */
function endOnBail({ planned, attempt, state }: RunningCase, step: Step, outcome: OutcomeName): void {
  const { bail, retry = 0 } = state.plan.options
  if (!bail || (attempt <= retry && outcome !== 'cancelled')) return
  state.ended ??= { by: 'bail', reason: state.redactor.mask(texts.bail(`${planned.case.name} > ${step.name}`)) }
}

/** See {@link heldBack}. A step that is run alone runs whatever its condition says; those nested under it do not. */
async function heldBackAs(running: RunningCase, pass: BlockPass, step: Step): Promise<Told<Outcome> | undefined> {
  const { state } = running
  if (step.onlyIf === undefined && !pass.results.hasAbsent) return undefined
  const alone = state.plan.options.selection?.step
  if (alone && alone.nested?.includes(step.id) !== true) return undefined
  const context = contextOf(running, pass, step, placeOf(running, pass, step), {})
  const held = await runGuarded(
    context,
    state,
    async () => (await heldBack(step, context, pass.results)) ?? { outcome: 'passed' },
  )
  return held.outcome === 'passed' ? undefined : held
}

/** A loop whose condition does not hold, or can't be judged. */
function leaveOutLoop(running: RunningCase, pass: BlockPass, { start, body, end }: Loop, held: Told<Outcome>): void {
  running.state.stream.emit({ type: 'step-finished', ...placeOf(running, pass, start), duration: 0, ...held })
  note(running, pass, start, held.outcome)
  const why = held.outcome === 'skipped' ? texts.loopSkipped(start.name) : texts.skippedAfter(start.name, held.outcome)
  for (const step of [...stepsIn(body), end]) leaveOut(running, pass, step, why)
}

async function runOne(running: RunningCase, pass: BlockPass, step: Step): Promise<OutcomeName> {
  const { planned, state } = running
  const { stream, pauses } = state
  const place = placeOf(running, pass, step)
  stream.emit({ type: 'step-started', ...place })
  const begun = stream.elapsed()
  const seen: Seen = {}
  const cutOff = await cutOffBy(running, pass, step)
  const held = cutOff ?? (await heldBackAs(running, pass, step))
  pass.results.begin(step)
  if (held?.outcome === 'skipped' && !cutOff) pass.results.miss(step, 'skipped')
  const outcome = held ?? (await runStep(step, contextOf(running, pass, step, place, seen), state))
  const isLost = cutOff !== undefined || outcome.outcome === 'broken'
  if (isLost && !seen.own) pass.results.miss(step, 'none')
  if (isLost || pass.lost.size > 0) loseVariables(step, isLost, pass)
  const gap = pauses.gap()
  if (gap !== 0) stream.emit({ type: 'noted', ...place, level: 'warning', text: state.redactor.mask(texts.gap(gap)) })
  const summary = seen.own?.summary ?? seen.lookedAt?.summary
  const status = seen.own?.kind === 'http' ? seen.own.response.status : undefined
  const unchecked = status !== undefined && status >= 400 && outcome.outcome === 'passed' && !isLookedAt(planned.case, step)
  if (unchecked) stream.emit({ type: 'noted', ...place, level: 'warning', text: state.redactor.mask(texts.unchecked(status)) })
  stream.emit({
    type: 'step-finished',
    ...place,
    duration: since(begun, state),
    ...outcome,
    ...(summary === undefined ? {} : { summary }),
    ...(status === undefined ? {} : { status }),
    ...(unchecked ? { unchecked } : {}),
    ...(seen.earlier === undefined ? {} : { lookedAt: answerOf(seen.earlier, planned) }),
  })
  return outcome.outcome
}

/** Notes the variables that a step should have set and has not. */
function loseVariables(step: Step, isLost: boolean, { lost }: BlockPass): void {
  for (const { name } of variablesSet(step)) {
    if (isLost) lost.set(name, step.name)
    else lost.delete(name)
  }
}

/**
 * Why a step can't do anything because of the error of an earlier one: the response that it reads, or a variable of its request,
 * isn't there. It is skipped: one cause is one error.
 */
async function cutOffBy(running: RunningCase, pass: BlockPass, step: Step): Promise<Told<Outcome> | undefined> {
  const { results, lost, variables } = pass
  const { redactor } = running.state
  if (results.hasAbsent && looksAtResult(step)) {
    const found = results.absent(referredId(step, 'step'))
    const name = running.planned.case.steps.find(({ id }) => id === found?.step)?.name
    if (found?.absence === 'none') return { outcome: 'skipped', message: redactor.mask(texts.noAnswer(name ?? found.step)) }
  }
  if (lost.size === 0 || factsOf(step).gives === undefined) return undefined
  for (const name of variablesRead(step)) {
    const setter = lost.get(name)
    // What is wrong with another value of that name is for the step to say.
    if (setter === undefined || (await variables.get(name).catch(() => name)) !== undefined) continue
    return { outcome: 'skipped', message: redactor.mask(texts.variableLost(name, setter)) }
  }
  return undefined
}

/** A step that is not run: skipped, or broken if it is the one because of which its case can't be run. */
function leaveOut(running: RunningCase, pass: BlockPass, step: Step, why: string): void {
  const { planned, state } = running
  const { problem } = planned
  const end: Told<Outcome> =
    problem?.step === step.id
      ? (problem.outcome ?? { outcome: 'broken', code: 'reference-missing', message: state.redactor.mask(problem.text) })
      : { outcome: 'skipped', message: state.redactor.mask(why) }
  state.stream.emit({ type: 'step-finished', ...placeOf(running, pass, step), duration: 0, ...end })
  note(running, pass, step, end.outcome)
}

/**
 * Goes through a loop's body once for each row; the steps of each row are skipped after one that did not pass, as those of a case
 * are, and the next row comes, unless Loop Start says to stop. Loop Start lasts as long as its rows, and is broken if they
 * can't be read. After a row that did not pass the rest of the case is skipped, unless the case says to continue.
 */
async function runLoop(running: RunningCase, loop: Loop, pass: BlockPass): Promise<void> {
  const { state } = running
  const { stream } = state
  const { start, body, end } = loop
  const place = placeOf(running, pass, start)
  stream.emit({ type: 'step-started', ...place })
  const begun = stream.elapsed()
  const context = contextOf(running, pass, start, place, {})
  const wanted = state.wantedRows.get(placeKey(place))
  let number = 0
  let rows = 0
  const outcome = await runGuarded(context, state, async () => {
    for await (const row of state.openRows(start, context)) {
      if (state.ended) break
      number = row.number ?? number + 1
      if (wanted && number > wanted.last) break
      if (wanted?.has(number) !== false) {
        rows++
        const passed = await runRow(running, loop, pass, row, number)
        if (!passed && 'onFailure' in start && start.onFailure === 'stop') break
      }
      await state.pauses.rest(state.signal)
    }
    if (state.signal.aborted) return { outcome: 'cancelled' }
    if (rows === 0 && wanted && !state.ended)
      return { outcome: 'broken', code: 'reference-missing', message: texts.rowsGone(wanted.told), hint: texts.rowsGoneHint }
    return { outcome: 'passed' }
  })
  pass.isCut ||= state.ended !== undefined
  if (rows === 0 && outcome.outcome === 'passed' && !state.ended)
    stream.emit({ type: 'noted', ...place, level: 'warning', text: state.redactor.mask(texts.noRows) })
  stream.emit({ type: 'step-finished', ...place, duration: since(begun, state), ...outcome })
  note(running, pass, start, outcome.outcome)
  const why =
    state.ended?.reason ?? (outcome.outcome === 'passed' ? texts.noRows : texts.skippedAfter(start.name, outcome.outcome))
  if (rows === 0) for (const step of stepsIn(body)) leaveOut(running, pass, step, why)
  if (state.ended || outcome.outcome !== 'passed') return leaveOut(running, pass, end, why)
  stream.emit({ type: 'step-started', ...placeOf(running, pass, end) })
  stream.emit({ type: 'step-finished', ...placeOf(running, pass, end), duration: 0, outcome: 'passed' })
  note(running, pass, end, 'passed')
}

/** The steps of a row that can't be used: the first is broken by it. A row without steps is broken itself. */
function leaveOutRow(running: RunningCase, pass: BlockPass, body: readonly Block[], problem: AssayError): void {
  const { state } = running
  const [first, ...others] = stepsIn(body)
  const { redactor } = state
  if (first) {
    state.stream.emit({
      type: 'step-finished',
      ...placeOf(running, pass, first),
      duration: 0,
      outcome: 'broken',
      code: problem.code,
      message: redactor.mask(problem.message),
      ...(problem.hint === undefined ? {} : { hint: redactor.mask(problem.hint) }),
    })
    note(running, pass, first, 'broken')
  } else pass.outcome = 'broken'
  for (const step of others) leaveOut(running, pass, step, texts.skippedByRow)
}

/** Gives whether the row did as it should. */
async function runRow(running: RunningCase, { start, body }: Loop, outer: BlockPass, row: Row, number: number): Promise<boolean> {
  const { planned, state } = running
  const rows = [...(outer.rows ?? []), number]
  const place = { case: planned.case.id, rows, step: start.id }
  const begun = state.stream.elapsed()
  state.stream.emit({ type: 'row-started', ...place, values: shownValues(row, state.redactor) })
  const pass: BlockPass = {
    rows,
    results: new CaseResults(body, outer.results),
    variables: outer.variables.row(`${start.id} ${rowNumber(rows)}`, row.values),
    counts: emptyCounts(),
    outcome: 'skipped',
    isCut: false,
    skipping: undefined,
    lost: outer.lost,
  }
  if (row.problem) leaveOutRow(running, pass, body, row.problem)
  else await runBlocks(running, body, pass)
  const outcome = endOf(pass)
  state.stream.emit({ type: 'row-finished', ...place, outcome, duration: since(begun, state), counts: pass.counts })
  addCounts(outer.counts, pass.counts)
  outer.outcome = worse(outer.outcome, outcome)
  outer.skipping ??= pass.skipping
  return outcome === 'passed' || outcome === 'skipped'
}
