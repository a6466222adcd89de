import { concealersOf, type Concealer } from '#engine/project/edit/conceal.ts'
import { recordOf, type Change, type Edit } from '#engine/project/edit/edit.ts'
import { packedHead, putHead, wholeHead } from './head-documents.ts'
import type { JournalRecord, OtherSide, ProjectRecord, Tables } from './records.ts'

/** Undo steps that are kept. */
export const journalLength = 500
/** Edits with the same merge key under this many milliseconds apart are one undo step. */
const mergeWithin = 1_000

/**
 * Writes one record and gives its state before. Undo, redo and edits all go through here, so an undo step needs only
 * one side of each record: whichever is not in force.
 */
async function swap(tables: Tables, content: string, next: OtherSide): Promise<OtherSide> {
  if (next.record === 'head') {
    const before = await tables.heads.get(content)
    await putHead(tables, content, next.state)
    return { record: 'head', state: before?.head ?? (await packedHead(tables, content, next.state)) }
  }
  const key = [content, next.id]
  const before = await tables.cases.get(key)
  if (next.state === undefined) await tables.cases.delete(key)
  else await tables.cases.put([{ content, id: next.id, value: next.state }])
  return { record: 'case', id: next.id, state: before?.value }
}

async function swapAll(tables: Tables, content: string, sides: OtherSide[]): Promise<OtherSide[]> {
  const others: OtherSide[] = []
  for (const side of sides) others.push(await swap(tables, content, side))
  return others
}

/** The sides of an undo step with the documents that its heads hold. */
const wholeSides = (tables: Tables, content: string, sides: OtherSide[]): Promise<OtherSide[]> =>
  Promise.all(
    sides.map(async (side) => (side.record === 'head' ? { ...side, state: await wholeHead(tables, content, side.state) } : side)),
  )

/** What an edit leaves, one side for each record. */
function sidesAfter(edit: Edit): OtherSide[] {
  const sides = edit.changes.map((change): [string, OtherSide] => [
    recordOf(change),
    change.record === 'head' ? { record: 'head', state: change.after } : { record: 'case', id: change.id, state: change.after },
  ])
  return [...new Map(sides).values()]
}

/** The sides of two edits in a row as those of one: for each record its oldest state. */
function mergeSides(newer: OtherSide[], older: OtherSide[]): OtherSide[] {
  const known = new Set(older.map(recordOf))
  return [...older, ...newer.filter((side) => !known.has(recordOf(side)))]
}

/** Pairs the states on both sides of an undo step, in forward direction. Both lists name the same records in the same order. */
function editOf(step: JournalRecord, before: OtherSide[], after: OtherSide[]): Edit {
  const changes = before.flatMap((side, index): Change[] => {
    const other = after[index]
    if (side.record === 'head')
      return other?.record === 'head' ? [{ record: 'head', before: side.state, after: other.state }] : []
    return other?.record === 'case' ? [{ record: 'case', id: side.id, before: side.state, after: other.state }] : []
  })
  return { label: step.label, changes, ...(step.merge === undefined ? {} : { merge: step.merge }) }
}

/** Applies an edit: writes its records, puts it on the journal, forgets what was taken back. Gives the new cursor. */
export async function applyEdit(tables: Tables, project: ProjectRecord, edit: Edit, now: number): Promise<number> {
  const { content, cursor } = project
  const concealers = concealersOf(edit)
  const others = concealSides(await swapAll(tables, content, sidesAfter(edit)), concealers)
  if (concealers.size > 0) await concealBelow(tables, content, cursor, concealers)
  const top = cursor > 0 ? await tables.journal.get([content, cursor]) : undefined
  const undone = await forgetAbove(tables, content, cursor)
  const merges = top && !undone && edit.merge !== undefined && top.merge === edit.merge && now - top.at < mergeWithin
  if (merges) {
    await tables.journal.put([{ ...top, at: now, others: mergeSides(others, top.others) }])
    return cursor
  }
  const n = cursor + 1
  const merge = edit.merge === undefined ? {} : { merge: edit.merge }
  await tables.journal.put([{ content, n, label: edit.label, at: now, ...merge, others }])
  if (n > journalLength) await tables.journal.delete([content, n - journalLength])
  return n
}

const concealSides = (sides: OtherSide[], concealers: ReadonlyMap<string, Concealer>): OtherSide[] =>
  sides.map((side) => {
    const conceal = concealers.get(recordOf(side))
    return conceal ? ({ ...side, state: conceal(side.state) } as OtherSide) : side
  })

/** Takes values that were made secret out of undo step `newest` and all older ones. */
async function concealBelow(
  tables: Tables,
  content: string,
  newest: number,
  concealers: ReadonlyMap<string, Concealer>,
): Promise<void> {
  for (let n = newest; n > 0; n--) {
    const step = await tables.journal.get([content, n])
    if (!step) return
    await tables.journal.put([{ ...step, others: concealSides(step.others, concealers) }])
  }
}

/** Drops the steps that could be redone. Gives whether there were any. */
async function forgetAbove(tables: Tables, content: string, cursor: number): Promise<boolean> {
  let n = cursor + 1
  while (await tables.journal.get([content, n])) await tables.journal.delete([content, n++])
  return n > cursor + 1
}

/** Takes back undo step `n`, or puts it in force again. Undefined if there is no such step. */
export async function moveStep(tables: Tables, content: string, n: number, way: 'undo' | 'redo'): Promise<Edit | undefined> {
  const step = await tables.journal.get([content, n])
  if (!step) return undefined
  const others = await swapAll(tables, content, step.others)
  await tables.journal.put([{ ...step, others }])
  const [stood, stand] = await Promise.all([step.others, others].map((sides) => wholeSides(tables, content, sides)))
  return stood && stand && (way === 'undo' ? editOf(step, stood, stand) : editOf(step, stand, stood))
}

/** What taking back undo step `n` would change, as the edit that it was; nothing is changed. */
export async function peekStep(tables: Tables, content: string, n: number): Promise<Edit | undefined> {
  const step = await tables.journal.get([content, n])
  if (!step) return undefined
  const now: OtherSide[] = []
  for (const side of step.others) {
    if (side.record === 'head') now.push({ record: 'head', state: (await tables.heads.get(content))?.head ?? side.state })
    else now.push({ record: 'case', id: side.id, state: (await tables.cases.get([content, side.id]))?.value })
  }
  const [stood, stand] = await Promise.all([step.others, now].map((sides) => wholeSides(tables, content, sides)))
  return stood && stand && editOf(step, stood, stand)
}
