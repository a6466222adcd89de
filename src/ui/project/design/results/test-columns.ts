import type { Value } from '#engine/design/result.ts'
import type { ShownDesign, ShownTest } from '#workers/design/shown-design.ts'
import { designTexts, percent } from '../texts.ts'

/** A column of the table of tests. */
export interface TestColumn {
  title: string
  /** Characters that its widest cell has, of those that were looked at. */
  width: number
  cell(test: ShownTest, of: Pick<ShownDesign, 'coverage'>): string
  /** Characters that it takes at most; some unless said. */
  most?: number
  /** Whether the cell is what makes the test invalid. */
  isInvalid?(test: ShownTest): boolean
}

const t = designTexts.tests
/** Tests that decide how wide a column is. */
const looked = 60

/** Values that can't be seen as written: only blanks, blanks at an end, controls, marks without width. */
const unseen = /^\s*$|^\s|\s$|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** A value as it is read; one that can't be seen in quotes, its odd characters by their numbers. */
function textOf(value: Value | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value)
  if (!unseen.test(value)) return value
  return JSON.stringify(value).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu,
    (odd) => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The columns that a result needs: what varies, what is expected, and what each test adds. */
export function columnsOf(result: ShownDesign): TestColumn[] {
  const { tests } = result
  const names = (of: 'inputs' | 'expected') => [...new Set(tests.flatMap((test) => Object.keys(test[of] ?? {})))]
  const columns: Omit<TestColumn, 'width'>[] = tests.some(({ events }) => events !== undefined)
    ? [
        { title: t.events, cell: ({ events = [] }: ShownTest) => events.join(' → '), most: 96 },
        { title: t.path, cell: ({ path = [] }: ShownTest) => path.join(' → ') },
        { title: t.outputs, cell: ({ outputs = [] }: ShownTest) => outputs.filter(Boolean).join(', ') },
        // Orders of events have no states, and use cases no outputs.
      ].filter(({ cell }) => tests.some((test) => cell(test) !== ''))
    : []
  const valueColumns = result.names.map((name) => ({
    title: name,
    cell: ({ values }: ShownTest) => textOf(values[name]),
    isInvalid: ({ invalid }: ShownTest) => invalid === name,
  }))
  columns.push(
    ...valueColumns,
    ...names('inputs').map((name) => ({ title: t.inputs(name), cell: ({ inputs }: ShownTest) => textOf(inputs?.[name]) })),
    ...names('expected').map((name) => ({
      title: t.expected(name),
      cell: ({ expected }: ShownTest) => textOf(expected?.[name]),
    })),
  )
  if (tests.some(({ invalid }) => invalid !== undefined)) columns.push({ title: t.invalid, cell: ({ invalid = '' }) => invalid })
  columns.push(
    { title: t.adds, cell: ({ adds }) => `+${adds}` },
    { title: t.share, cell: ({ exercised }, { coverage }) => `${percent(exercised, coverage.feasible)} %` },
  )
  return columns.map((column) => ({
    ...column,
    width: Math.min(
      column.most ?? 40,
      Math.max(column.title.length, ...tests.slice(0, looked).map((test) => column.cell(test, result).length), 3),
    ),
  }))
}
