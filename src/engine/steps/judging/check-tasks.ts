import type { ProjectApi } from '#engine/api/conformity.ts'
import type { SentRequest } from '#engine/api/match.ts'
import type { Readable, RowSet } from '#engine/extractors/source.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import { wholeAnswer } from '../readable.ts'
import { judgeFound, type JudgedCheck } from './judge-found.ts'
import type { AskedCheck, AskedValue, ReadIn } from './task-names.ts'
import { takeValue, type TakenValue } from './take-value.ts'
import { beginningOf, packed, unpacked } from './packed.ts'

/** Only what judges the response as a whole asks for it, and brings it. */
const noRequest: SentRequest = { method: '', url: '' }

type Held = Readonly<Record<string, object>>

/** What sources read from, of the parts that crossed. */
function readableOfHeld({ request, variable }: ReadIn, held: Held): Readable {
  const response = held.response as HttpResponse
  return {
    response: () => response,
    rows: () => held.rows as RowSet | undefined,
    answer: () => wholeAnswer({ request: request ?? noRequest, response }, held.apis as readonly ProjectApi[]),
    variable: async () => unpacked(variable),
  }
}

/** See `checkTask`. */
export async function judgeCheck({ check, expected, ...read }: AskedCheck, held: Held): Promise<JudgedCheck> {
  const judged = await judgeFound(check, unpacked(expected), readableOfHeld(read, held))
  if ('unreadable' in judged) return judged
  const { value, size } = beginningOf(judged.value)
  return { ...judged, value: packed(value), size, expected: packed(judged.expected) }
}

/** See `valueTask`. */
export async function takeHeldValue({ source, match, ...read }: AskedValue, held: Held): Promise<TakenValue> {
  const { isFound, taken } = await takeValue(
    source,
    match === undefined ? undefined : async () => match,
    readableOfHeld(read, held),
  )
  return { isFound, taken: packed(taken) }
}
