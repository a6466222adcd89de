import { canonical } from '#engine/base/canonical-json.ts'
import { valuesOf } from './classes.ts'
import { derive } from './index.ts'
import type { DesignControls, DesignResult, DesignTest, Value } from './result.ts'
import type { Model } from './schemas.ts'
import { designTexts } from './texts.ts'

/** A test as it is kept; `edited`: a person has changed it. */
export interface KeptTest extends Pick<DesignTest, 'values' | 'events'> {
  edited?: boolean
}

/** Tests by their numbers: those that are in both, with both numbers; new ones; and those that no longer are. */
export interface Difference {
  kept: [before: number, after: number][]
  added: number[]
  removed: number[]
}

/** What a test is, whatever it is expected to give: its values or its events. */
const keyOf = ({ values, events }: KeptTest): string => canonical({ values, events: events ?? [] })

/** What changes from some tests to others. Each test is matched once. */
export function differenceOf(before: readonly KeptTest[], after: readonly KeptTest[]): Difference {
  const open = new Map<string, number[]>()
  for (const [at, test] of after.entries()) open.set(keyOf(test), [...(open.get(keyOf(test)) ?? []), at])
  const kept: Difference['kept'] = []
  const removed: number[] = []
  for (const [at, test] of before.entries()) {
    const match = open.get(keyOf(test))?.shift()
    if (match === undefined) removed.push(at)
    else kept.push([at, match])
  }
  return { kept, added: [...open.values()].flat().toSorted((a, b) => a - b), removed }
}

/** A design derived again, and what that changes. */
export interface Regenerated {
  /** The design with edited tests as its required rows, where its method knows such. */
  model: Model
  result: DesignResult
  difference: Difference
}

/**
 * Derives a design again, after it or its document changed. Tests that a person has edited stay: as required rows of combinations, which are
 * covered first, and beside the derived tests of every other method. What they name and the design no longer has is left out, with a note.
 */
export async function regenerate(
  design: Model,
  before: readonly KeptTest[],
  controls: DesignControls = {},
): Promise<Regenerated> {
  const edited = before.filter((one) => one.edited === true)
  if (design.method !== 'combinations') {
    const derived = await derive(design, controls)
    const known = new Set(derived.tests.map(keyOf))
    const own = edited.filter((one) => !known.has(keyOf(one)))
    const result = own.length === 0 ? derived : withOwn(derived, own)
    return { model: design, result, difference: differenceOf(before, result.tests) }
  }
  const notes: string[] = []
  const rows = edited.map(({ values }, at) => usable(design, values, at + 1, notes)).filter((row) => Object.keys(row).length > 0)
  const known = new Set(design.rows.map((row) => canonical(row)))
  const model = { ...design, rows: [...design.rows, ...rows.filter((row) => !known.has(canonical(row)))] }
  const derived = await derive(model, controls)
  const result = { ...derived, notes: [...derived.notes, ...notes] }
  return { model, result, difference: differenceOf(before, result.tests) }
}

function withOwn(result: DesignResult, own: readonly KeptTest[]): DesignResult {
  const tests = own.map(({ values, events }): DesignTest => ({ values, ...(events && { events }), valid: true, covers: [] }))
  const items = result.items.map((item) =>
    item.shownBy === undefined ? item : { ...item, shownBy: item.shownBy.map((at) => at + own.length) },
  )
  const { bound: _, ...rest } = result
  return { ...rest, items, tests: [...tests, ...result.tests], notes: [...result.notes, designTexts.ownTests(own.length)] }
}

/** The part of an edited row that the design can still hold. */
function usable(
  design: Extract<Model, { method: 'combinations' }>,
  values: Readonly<Record<string, Value>>,
  number: number,
  notes: string[],
): Record<string, Value> {
  const row = Object.create(null) as Record<string, Value>
  for (const [name, value] of Object.entries(values)) {
    const parameter = design.parameters.find((one) => one.name.toLowerCase() === name.toLowerCase())
    const known =
      parameter === undefined
        ? []
        : valuesOf(parameter).parameter.values.flatMap((one) =>
            one !== null && typeof one === 'object' ? [one.value, ...(one.alias ?? [])] : [one],
          )
    if (known.includes(value)) row[name] = value
    else notes.push(designTexts.notThere(number, name, String(value)))
  }
  return row
}
