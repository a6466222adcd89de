import { TooCostly } from '#engine/base/work-limit.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import { describeSource, required, type Readable, type Source } from '#engine/extractors/source.ts'
import type { HttpResponse, WorkOrder } from '#engine/ports/index.ts'
import type { Check } from '../check-schema.ts'
import type { RunContext } from '../step-kind.ts'
import { stepTexts as texts } from '../texts.ts'
import { judgeFound, type JudgedCheck } from './judge-found.ts'
import { packed, unpacked } from './packed.ts'
import { takeValue, type TakenValue } from './take-value.ts'
import { checkTask, valueTask, type ReadIn } from './task-names.ts'

/** What of a run is needed to keep work within its budget. */
type Place = Pick<RunContext, 'signal' | 'ports'>

/** Judges a check at once where that takes little, else in a thread that Stop and the deadline end. As `judgeFound`. */
export async function judgeWithinBudget(check: Check, expected: unknown, from: Readable, place: Place): Promise<JudgedCheck> {
  try {
    return await judgeFound(check, expected, from)
  } catch (thrown) {
    if (!(thrown instanceof TooCostly)) throw thrown
  }
  const { input, order } = await partsFor(check, from, place, predicateFacts[check.is].ofAnswer)
  const judged = await place.ports.work.do(checkTask, { ...input, check, expected: packed(expected) }, order)
  if ('unreadable' in judged) return judged
  return { ...judged, value: unpacked(judged.value), expected: unpacked(judged.expected) }
}

/** Takes what a source yields, or what `match` captures of it, within the budget. Rejects as extractors do. */
export async function takeWithinBudget(
  source: Source,
  match: (() => Promise<string>) | undefined,
  from: Readable,
  place: Place,
): Promise<TakenValue> {
  try {
    return await takeValue(source, match, from)
  } catch (thrown) {
    if (!(thrown instanceof TooCostly)) throw thrown
  }
  const { input, order } = await partsFor(source, from, place)
  const expression = await match?.()
  const { isFound, taken } = await place.ports.work.do(
    valueTask,
    { ...input, source: plainSource(source), match: expression },
    order,
  )
  return { isFound, taken: unpacked(taken) }
}

const plainSource = ({ source, name, path, row, column }: Source): Source => ({ source, name, path, row, column })

/** What a thread needs of what a source reads. */
async function partsFor(
  source: Source,
  from: Readable,
  { signal }: Place,
  ofAnswer?: boolean,
): Promise<{ input: ReadIn; order: WorkOrder }> {
  const order = { signal, what: texts.judging(describeSource(source)), hint: texts.judgingHint }
  if (sourceFacts[source.source].reads === 'variables')
    return { input: { variable: packed(await from.variable(required(source, 'name'))) }, order }
  const rows = from.rows()
  if (rows) return { input: {}, order: { ...order, held: { rows } } }
  const response = heldOf(from.response())
  if (!ofAnswer) return { input: {}, order: { ...order, held: { response } } }
  const { request, apis } = from.answer().parts
  return { input: { request }, order: { ...order, held: { response, apis } } }
}

const held = new WeakMap<HttpResponse, HttpResponse>()

/** A response as a thread holds it: the same object each time, whose body brings no other bytes along. */
function heldOf(response: HttpResponse): HttpResponse {
  const known = held.get(response)
  if (known) return known
  const { body } = response
  const isPart = body.byteLength !== body.buffer.byteLength
  const made = isPart ? { ...response, body: body.slice() } : response
  held.set(response, made)
  return made
}
