import { AssayError } from '#engine/base/errors.ts'
import { openSource } from '#engine/data/index.ts'
import { mapperOf } from '#engine/data/mapping.ts'
import type { OpenedSource, SourceContext } from '#engine/data/source-kind.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { askDatabase, readQuestion } from '#engine/steps/sql/ask-database.ts'
import { rowSetOf } from '#engine/steps/sql/values.ts'
import { isLoopStartStep, rowColumn } from '#engine/steps/loop-start/facts.ts'
import type { LoopStartStep } from '#engine/steps/loop-start/schema.ts'
import type { OpenRows, Row, RowsContext } from './rows.ts'
import { runnerTexts as texts } from '../texts.ts'

/** The context of a step that data sources need. */
export const sourceContext = (context: Omit<RowsContext, 'emit'>): SourceContext => ({
  files: context.ports.files,
  scopes: (key, values) => context.variables.rowOfRun(key, values),
  async query(question) {
    const { columns, rows, cut } = await askDatabase(await readQuestion(question, context), { timeout: queryTimeout }, context)
    return { ...rowSetOf({ columns, rows }), ...(cut === undefined ? {} : { cut }) }
  },
})

/** Milliseconds. */
const queryTimeout = 30_000

/**
 * Rows of loops from the data sources of a project. A source is opened once per run, and its rows are read again for each loop.
 * Those before `from` and after `to` aren't rows of the loop; the others have the number that they have in their source.
 */
export function rowsOfProject({ dataSources }: Project): OpenRows {
  const opened = new Map<string, Promise<OpenedSource>>()
  const open = (id: string, context: RowsContext): Promise<OpenedSource> => {
    const known = opened.get(id)
    if (known) return known
    const source = dataSources.find((one) => one.id === id)
    if (!source) throw new AssayError('reference-missing', texts.noSource)
    const opening = openSource(source, sourceContext(context)).then((found) => {
      for (const warning of found.warnings)
        context.emit({ type: 'noted', level: 'warning', text: context.redactor.mask(texts.ofSource(source.name, warning)) })
      return found
    })
    opened.set(id, opening)
    return opening
  }
  return async function* rowsOf(loop, context) {
    if (!isLoopStartStep(loop)) return
    const { dataSource } = loop
    if (!dataSource) return yield* countedRows(loop)
    const name = dataSources.find(({ id }) => id === dataSource)?.name ?? ''
    yield* rowsFrom(loop, name, await open(dataSource, context), sourceContext(context))
  }
}

async function* rowsFrom(
  { mapping, from = 1, to = Infinity }: LoopStartStep,
  name: string,
  source: OpenedSource,
  context: SourceContext,
): AsyncGenerator<Row> {
  const valuesOf = mapperOf(name, source, mapping)
  for await (const some of source.rows(context))
    for (const row of some) {
      if (row.number > to) return
      if (row.number < from) continue
      yield asRow(row.number, () => valuesOf(row))
    }
}

/** A row whose cells can't be used has none. */
function asRow(number: number, values: () => Record<string, unknown>): Row {
  try {
    return { number, values: values() }
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    return { number, values: {}, problem: thrown }
  }
}

/** Of a loop without a data source: numbers. */
function* countedRows({ mapping, from = 1, to = 0 }: LoopStartStep): Generator<Row> {
  const valuesOf = mapperOf('', { columns: [rowColumn], warnings: [] }, mapping)
  for (let number = from; number <= to; number++) yield { number, values: valuesOf({ number, cells: [number] }) }
}
