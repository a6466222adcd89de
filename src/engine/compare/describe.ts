import { oneLine } from '#engine/base/printable.ts'
import type { Comparison, Where } from './compare.ts'
import { compareTexts as texts } from './texts.ts'

/** Where a difference is, by names: `Orders > Create[row 3: id=7] > Created`. */
const describeWhere = ({ suite, case: name, row, step }: Where): string =>
  [suite, row === undefined ? name : `${name}[row ${row}]`, step]
    .filter((part) => part !== undefined)
    .map(oneLine)
    .join(' > ')

/** One line of a comparison: where, what changed, and why. */
export interface DifferenceLine {
  where: string
  what: string
  why?: string | undefined
}

/** A comparison as users read it: each kind of difference with its lines; kinds without any are omitted. */
export function describeComparison(comparison: Comparison): { title: string; lines: DifferenceLine[] }[] {
  const outcomes = (changes: Comparison['newFailures']): DifferenceLine[] =>
    changes.map((one) => ({
      where: describeWhere(one),
      what: `${one.before ?? texts.notRun} -> ${one.after ?? texts.notRun}`,
      why: one.why,
    }))
  const { titles } = texts
  return [
    { title: titles.newFailures, lines: outcomes(comparison.newFailures) },
    { title: titles.fixed, lines: outcomes(comparison.fixed) },
    { title: titles.stillFailing, lines: outcomes(comparison.stillFailing) },
    {
      title: titles.slower,
      lines: comparison.slower.map((one) => ({ where: describeWhere(one), what: texts.slower(one.before, one.after) })),
    },
    {
      title: titles.changed,
      lines: comparison.changed.map((one) => ({
        where: describeWhere(one),
        what: `${oneLine(one.what)}: ${oneLine(texts.change(one.before, one.after))}`,
      })),
    },
  ].filter(({ lines }) => lines.length > 0)
}
