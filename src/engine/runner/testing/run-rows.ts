import { createScriptedHttp } from '#engine/ports/testing/index.ts'
import type { Row } from '../plan/rows.ts'
import { runSteps, type TestRun } from './run-project.ts'

/** Rows that come one by one. */
async function* streamed(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows
}

/** What the rows of loops are, by the id of their Loop Start. */
export type RowsOf = Record<string, readonly Record<string, unknown>[]>

/** Runs a case of these steps with rows; the API answers with the number that ends the path as its status. */
export function runWithRows(
  steps: Record<string, unknown>[],
  rows: RowsOf,
  more: Parameters<typeof runSteps>[1] = {},
): Promise<TestRun> {
  const http = createScriptedHttp(({ url }) => ({ status: Number(url.split('/').at(-1)), json: { url } }))
  return runSteps(steps, {
    project: { dataSources: [{ id: 'd', name: 'rows', kind: 'csv', text: 'id\n1' }] },
    ...more,
    ports: { http, ...more.ports },
    controls: {
      openRows: ({ id }) => streamed((rows[id] ?? []).map((values) => ({ values }))),
      ...more.controls,
    },
  })
}

const ask = (id: string, path: string) => ({ id, kind: 'send-request', url: `http://127.0.0.1/${path}` })
const isOk = (id: string, more: object = {}) => ({
  id,
  kind: 'assertion',
  checks: [{ source: 'status', is: 'less-than', value: 300 }],
  ...more,
})
const start = (id: string, more: object = {}) => ({ id, kind: 'loop-start', dataSource: 'd', ...more })
const end = (id: string) => ({ id, kind: 'loop-end' })

/** Steps of a case with one loop: a request and a check for each row, one of each before and after. */
export const oneLoop = (more: object = {}) => [
  ask('before', '200'),
  start('loop', more),
  ask('asked', '${status}'),
  isOk('ok'),
  end('next'),
  isOk('after'),
]

/** Steps of a case with a loop in a loop. */
export const nested = [
  start('outer'),
  ask('first', '200'),
  start('inner'),
  ask('asked', '${outer}/${status}'),
  isOk('ok'),
  end('nextInner'),
  isOk('last', { step: 'first' }),
  end('nextOuter'),
]

/** The events of a run of {@link oneLoop} in which the second of three rows fails. */
export const failingRows = (): Promise<TestRun> =>
  runWithRows(oneLoop(), {
    loop: [
      { id: 7, status: 200 },
      { id: 8, status: 404 },
      { id: 9, status: 201 },
    ],
  })

/** The events of a run of {@link nested}, two times two rows, of which the last fails. */
export const nestedRows = (): Promise<TestRun> => {
  let opened = 0
  const rowsOf = (id: string): Row[] => {
    if (id === 'outer') return [{ values: { outer: 'a' } }, { values: { outer: 'b' } }]
    return [{ values: { status: 200 } }, { values: { status: ++opened === 2 ? 500 : 204 } }]
  }
  return runWithRows(nested, {}, { controls: { openRows: ({ id }) => rowsOf(id) } })
}
