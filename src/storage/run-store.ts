import type { RunEvent } from '#engine/runner/report/events.ts'
import { inKey, placeKey, type Place } from '#engine/runner/execute/place.ts'
import { openDatabase, type DatabaseOptions } from './open-database.ts'
import type { RunRecord, RunRow } from './records.ts'
import { runsGoingOn } from './run-lock.ts'
import type { RunStore, StoredRun } from './types.ts'

/** Runs that are kept, of all projects together; and as many of load tests. */
export const runsKept = 20
const rowsPerTransaction = 100
/**
 * Milliseconds that events are gathered before they are written: a run's first ones hardly, so that a run that is cut off early
 * still says at which step it was (R20); from then on twice as long each time, up to the longest.
 */
const gatherFor = { first: 5, longest: 200 }

/** Events in one row at most: a record costs more than what is in it. */
const eventsPerRow = 100

/** Rows of the outermost loop whose events are found together. */
const loopRowsTogether = 50

/** Under which events are found: their case; in a loop also which rows, so that one of a million is read without the others. */
const partOf = ({ case: id, rows }: Place): string =>
  rows === undefined ? inKey(id) : `${inKey(id)}\n${Math.floor(((rows[0] ?? 1) - 1) / loopRowsTogether)}`

function partOfRun(event: RunEvent): string {
  if ('step' in event) return partOf(event)
  if (event.type === 'case-started') return partOf({ case: event.case.id })
  return 'case' in event ? partOf({ case: event.case }) : ''
}

const newestFirst = (records: readonly RunRecord[]): RunRecord[] =>
  records.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))

/** Groups events by the part of the run that they are about, in order of their first event. */
function rowsOf(run: string, events: RunEvent[]): RunRow[] {
  const rows: RunRow[] = []
  const open = new Map<string, RunRow>()
  for (const event of events) {
    const id = partOfRun(event)
    const row = open.get(id)
    if (row && row.events.length < eventsPerRow) {
      row.events.push(event)
      continue
    }
    const next = { run, seq: event.seq, case: id, events: [event] }
    open.set(id, next)
    rows.push(next)
  }
  return rows
}

const inOrder = (rows: RunRow[]): RunEvent[] => rows.flatMap((row) => row.events).toSorted((a, b) => a.seq - b.seq)

/** What a record is found and sorted by; everything else in it is shown to users. */
const structure = new Set(
  'type run id case step kind name scope outcome code purpose level state action startedAt mediaType cut'.split(' '),
)

/** The same value where nothing was masked in it. */
function maskTexts<T>(value: T, mask: (text: string) => string): T {
  if (typeof value === 'string') return mask(value) as T
  if (typeof value !== 'object' || value === null) return value
  let masked: typeof value | undefined
  for (const [key, part] of Object.entries(value)) {
    const next: unknown = typeof part === 'string' && structure.has(key) ? part : maskTexts(part, mask)
    if (next === part) continue
    masked ??= (Array.isArray(value) ? [...value] : { ...value }) as typeof value
    Object.assign(masked, { [key]: next })
  }
  return masked ?? value
}

/** What only the worker asks of the store. */
export interface RunRecords {
  /** The runs that are kept, of all projects. */
  kept(): Promise<string[]>
  /** Masks the texts of a project's runs: what was no secret when they ran. */
  mask(localId: string, mask: (text: string) => string): Promise<void>
}

/** The store of runs, for page and worker. Events are gathered for a moment: `append` resolves when they are written. */
export function createRunStore(options: DatabaseOptions = {}): RunStore & RunRecords {
  const db = () => openDatabase(options)
  const mine = new Set<string>()
  const gathered = new Map<string, RunEvent[]>()
  let writing: Promise<void> = Promise.resolve()
  let planned: Promise<void> | undefined
  let gathering = gatherFor.first

  const writeRows = async (run: string, events: RunEvent[]) => {
    const rows = rowsOf(run, events)
    for (let from = 0; from < rows.length; from += rowsPerTransaction) {
      await (await db()).write(['runRows'], (tables) => tables.runRows.put(rows.slice(from, from + rowsPerTransaction)))
    }
  }
  const writeGathered = async () => {
    const batch = [...gathered]
    gathered.clear()
    for (const [run, events] of batch) await writeRows(run, events)
  }
  const flush = (): Promise<void> => {
    // A failed write must not stop those after it: each caller hears of its own.
    const result = writing.then(writeGathered, writeGathered)
    writing = result.catch(() => undefined)
    return result
  }
  const partEvents = async (run: string, place: Place) => {
    await flush().catch(() => undefined)
    return inOrder(await (await db()).read(['runRows'], (tables) => tables.runRows.matching({ run, case: partOf(place) })))
  }
  const stored = ({ run, startedAt, report }: RunRecord, goingOn: ReadonlySet<string> | undefined): StoredRun => {
    const interrupted = !report && !mine.has(run) && !goingOn?.has(run)
    return { run, startedAt, ...(report ? { report } : {}), ...(interrupted ? { interrupted } : {}) }
  }
  /** Reads every run with its report, which takes a while: not to be waited for. */
  const prune = async () => {
    const database = await db()
    const ids = await database.read(['runs'], (tables) => tables.runs.keys())
    if (ids.length <= runsKept) return
    const all = newestFirst(await database.read(['runs'], (tables) => tables.runs.all()))
    const old = [all.filter(({ load }) => !load), all.filter(({ load }) => load)].flatMap((some) => some.slice(runsKept))
    for (const { run } of old) {
      await database.write(['runs', 'runRows'], async (tables) => {
        await tables.runs.delete(run)
        await tables.runRows.deleteUnder([run])
      })
    }
  }

  return {
    begin: async (run, project, startedAt, marks) => {
      mine.add(run)
      gathering = gatherFor.first
      const record = { run, project, startedAt, ...(marks ? { marks } : {}) }
      await (await db()).write(['runs'], (tables) => tables.runs.put([record]))
    },
    marks: async (run) => (await (await db()).read(['runs'], (tables) => tables.runs.get(run)))?.marks,
    append: (run, events) => {
      const known = gathered.get(run)
      if (known) known.push(...events)
      else gathered.set(run, [...events])
      planned ??= new Promise<void>((resolve) => setTimeout(resolve, gathering)).then(() => {
        planned = undefined
        gathering = Math.min(gathering * 2, gatherFor.longest)
        return flush()
      })
      return planned
    },
    finish: async (run, report) => {
      await flush()
      mine.delete(run)
      await (
        await db()
      ).write(['runs'], async (tables) => {
        const record = await tables.runs.get(run)
        if (record) await tables.runs.put([{ ...record, report }])
      })
      void prune().catch(() => undefined)
    },
    rename: async (run, name) =>
      (await db()).write(['runs'], async (tables) => {
        const record = await tables.runs.get(run)
        if (!record?.report) return
        const { name: _, ...report } = record.report
        await tables.runs.put([{ ...record, report: { ...report, ...(name === '' ? {} : { name }) } }])
      }),
    runs: async (project) => {
      const goingOn = await runsGoingOn()
      const all = await (await db()).read(['runs'], (tables) => tables.runs.all())
      return newestFirst(all)
        .filter((record) => record.project === project && !record.load)
        .map((record) => stored(record, goingOn))
    },
    keepLoad: async (project, load) => {
      const record = { run: crypto.randomUUID(), project, startedAt: load.startedAt, load }
      await (await db()).write(['runs'], (tables) => tables.runs.put([record]))
      void prune().catch(() => undefined)
    },
    loads: async (project, test) => {
      const all = await (await db()).read(['runs'], (tables) => tables.runs.all())
      return newestFirst(all).flatMap(({ project: of, load }) => (of === project && load?.test.id === test ? [load] : []))
    },
    run: async (run) => {
      const goingOn = await runsGoingOn()
      const record = await (await db()).read(['runs'], (tables) => tables.runs.get(run))
      return record && stored(record, goingOn)
    },
    partEvents,
    stepEvents: async (run, place) => {
      const key = placeKey(place)
      return (await partEvents(run, place)).filter((event) => 'step' in event && placeKey(event) === key)
    },
    events: async (run, limit) => {
      await flush().catch(() => undefined)
      return inOrder(await (await db()).read(['runRows'], (tables) => tables.runRows.under([run], limit))).slice(0, limit)
    },
    mask: async (localId, mask) => {
      await flush().catch(() => undefined)
      const database = await db()
      const all = await database.read(['runs'], (tables) => tables.runs.all())
      for (const { run, project } of all) {
        if (project !== localId) continue
        await database.write(['runs', 'runRows'], async (tables) => {
          const record = await tables.runs.get(run)
          if (record) {
            // Marks are made of texts that may have held the value.
            const { marks, ...told } = record
            const masked = maskTexts(told, mask)
            if (marks || masked !== told) await tables.runs.put([masked])
          }
          const rows = (await tables.runRows.under([run])).map((row) => ({ row, next: maskTexts(row, mask) }))
          await tables.runRows.put(rows.flatMap(({ row, next }) => (next === row ? [] : [next])))
        })
      }
    },
    kept: async () => (await db()).read(['runs'], (tables) => tables.runs.keys()),
  }
}
