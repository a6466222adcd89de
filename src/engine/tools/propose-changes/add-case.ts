import { asTable } from '#engine/data/as-table.ts'
import { newSource } from '#engine/data/new-source.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import type { TableSource } from '#engine/data/table/schema.ts'
import { AssayError } from '#engine/base/errors.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { bodyText, readJson } from '#engine/case-builder/request/request-body.ts'
import { isForRows, sourceOfFile, stepsForRows } from '#engine/case-builder/rows.ts'
import { plainColumn, proposeReplacements } from '#engine/derived-tests/data-driven/propose.ts'
import { variableOf } from '#engine/derived-tests/data-driven/variable-of.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { newStep } from '#engine/project/new-step.ts'
import type { Case, Step, Suite } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { alternatives, WrongName } from '../find-by-name.ts'
import { foreign } from '../page.ts'
import type { ToolSession } from '../tool-session.ts'
import type { ChangeOf } from './change-schema.ts'
import { addDesigned, knownDesign } from './add-designed.ts'
import { makeSteps } from './make-steps.ts'
import { insertAt, type DraftPlaces } from './places.ts'

/** Adds a case of steps, with rows or a design's tests as its data if that is requested. */
export async function addCase(places: DraftPlaces, change: ChangeOf<'add_case'>, session: ToolSession): Promise<void> {
  const { suite: wanted, name, steps = [], rows, data, design } = change
  if ([rows, data, design].filter((one) => one !== undefined).length > 1)
    throw new WrongName('Give one of "rows", "data" and "design".')
  const suite = places.suite(wanted)
  if (design !== undefined) {
    for (const one of await addDesigned(places, change, suite, knownDesign(design, session))) {
      fill(places, one, change)
      place(places, suite, one, change)
    }
    return
  }
  if (name === undefined) throw new WrongName('A case needs a "name".')
  const { bench } = places.draft
  const one = bench.add(suite, name)
  fill(places, one, change)
  one.steps.push(...(await makeSteps(places, steps, { suite, one }, [])))
  if (rows !== undefined || data !== undefined) {
    const known =
      data === undefined ? undefined : places.project.dataSources.find((source) => source.id === data || source.name === data)
    const source = known ?? (await sourceFrom(places, { name: data ?? name, rows, file: data }, session))
    one.steps = await withRows(places, one, source)
  }
  place(places, suite, one, change)
}

/** What a case has besides steps. */
function fill(places: DraftPlaces, one: Case, change: ChangeOf<'add_case'>): void {
  places.made.add(one.id)
  if (change.description !== undefined) one.description = change.description
  if (change.tags) one.tags = change.tags
  if (change.onlyIf) one.onlyIf = change.onlyIf
  if (change.onFailure) one.onFailure = change.onFailure
  if (change.headers && change.headers.length > 0) one.headers = change.headers
  for (const { name, value } of change.variables ?? []) one.variables.push({ name, value, description: '' })
}

function place(places: DraftPlaces, suite: Suite, one: Case, { before, after }: ChangeOf<'add_case'>): void {
  if (before === undefined && after === undefined) return
  suite.cases.splice(suite.cases.indexOf(one), 1)
  insertAt(suite.cases, [one], { before, after }, (name) => places.find('case', name, suite.cases))
}

const noReferences = { connection: '', dataSource: '' }

const mostRandomRows = 1_000

/** A data source of rows, of random rows like the first, or of an attached file, under a free name; it is in the draft then. */
export async function sourceFrom(
  places: DraftPlaces,
  {
    name,
    rows,
    randomRows,
    file,
  }: {
    name?: string | undefined
    rows?: readonly Record<string, unknown>[] | undefined
    randomRows?: number | undefined
    file?: string | undefined
  },
  { files = [] }: ToolSession,
): Promise<DataSource> {
  const { bench, newId } = places.draft
  const { dataSources } = places.project
  if (rows !== undefined) {
    if (randomRows !== undefined && !(Number.isInteger(randomRows) && randomRows >= 1 && randomRows <= mostRandomRows))
      throw new WrongName(`"randomRows" is a whole number from 1 to ${mostRandomRows}.`)
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const free = freeName(
      name ?? 'Rows',
      dataSources.map((one) => one.name),
    )
    const source =
      randomRows === undefined
        ? Object.assign(newSource('table', newId(), free), {
            columns,
            rows: rows.map((row) => columns.map((column) => row[column] ?? '')),
          })
        : Object.assign(newSource('generated', newId(), free), {
            rows: randomRows,
            columns: columns.map((column) => ({ name: column, value: String(rows[0]?.[column] ?? '') })),
          })
    dataSources.push(source)
    places.made.add(source.id)
    return source
  }
  if (file === undefined) throw new WrongName('Give "rows", or "file", an attached file.')
  const attached = files.find((one) => one.name === file)
  if (!attached) {
    const all = [...files.map((one) => ({ id: one.name, name: one.name })), ...dataSources]
    throw new WrongName(
      `There is no attached file or data source "${foreign(file, 80)}". ${alternatives('file or data source', file, all)}`,
    )
  }
  const source = sourceOfFile(bench, attached.name, attached.text)
  if (name !== undefined && name !== file)
    source.name = freeName(
      name,
      dataSources.map((one) => one.name),
    )
  await tableOf(source)
  dataSources.push(source)
  places.made.add(source.id)
  return source
}

async function tableOf(source: DataSource): Promise<Pick<TableSource, 'columns' | 'rows'>> {
  // Only a run has its rows: the templates stand for them.
  if (source.kind === 'generated')
    return { columns: source.columns.map(({ name }) => name), rows: [source.columns.map(({ value }) => value)] }
  try {
    return await asTable(source)
  } catch (error) {
    if (error instanceof AssayError)
      throw new WrongName(`The rows of "${foreign(source.name, 80)}" can't be read: ${foreign(error.message, 200)}`)
    throw error
  }
}

/**
 * The steps of a case inside a loop over a source: those that name a column, else values that fit a column become references to
 * it.
 */
export async function withRows(places: DraftPlaces, one: Case, source: DataSource): Promise<Step[]> {
  const { newId } = places.draft
  const texts = { start: `For each row of ${source.name}`, end: 'Next row' }
  if (one.steps.some((step) => factsOf(step).block !== undefined)) {
    const named = one.steps.some((step) => Reflect.get(step, 'dataSource') === source.id)
    if (named) return one.steps
    throw new WrongName(`The case "${foreign(one.name, 60)}" has a loop already. Edit its loop step.`)
  }
  const { columns, rows } = await tableOf(source)
  const variables = new Set(columns.map(variableOf))
  const uses = (step: Step) => [...variablesRead(step)].some((name) => variables.has(name))
  const at = one.steps.findIndex((step) => uses(step))
  if (at < 0) {
    for (const step of one.steps) if (isSendRequestStep(step)) giveColumnsTheirValues(step, columns, rows[0] ?? [])
    const replacements = proposeReplacements(one, columns, rows[0] ?? []).filter((found) => isForRows(one, found))
    if (replacements.length === 0)
      throw new WrongName(
        `No step refers to a column, and no value fits one. Write references such as \${${variableOf(columns[0] ?? 'column')}}. Columns: ${foreign(columns.join(', '), 300)}.`,
      )
    return stepsForRows(one, source, replacements, texts, newId)
  }
  const first = Math.min(
    at,
    one.steps.findIndex((step) => factsOf(step).getsToken !== true),
  )
  const mapping = columns.map((column, index) => ({
    column,
    variable: variableOf(column),
    type: typeOfCells(rows.map((row) => row[index])),
  }))
  const start = Object.assign(newStep('loop-start', newId(), texts.start, { connection: '', dataSource: source.id }), { mapping })
  return [...one.steps.slice(0, first), start, ...one.steps.slice(first), newStep('loop-end', newId(), texts.end, noReferences)]
}

/** A drawn or earlier value that is called like a column gives way to the column's first value: a reference for each row takes the place of that. */
function giveColumnsTheirValues(step: SendRequestStep, columns: readonly string[], first: readonly unknown[]): void {
  const cells = new Map(columns.map((column, at) => [plainColumn(column), first[at]]))
  const isReference = (value: unknown): boolean => typeof value === 'string' && value.includes('${')
  const cellFor = (name: string, value: unknown): unknown => {
    const cell = isReference(value) ? cells.get(plainColumn(name)) : undefined
    return cell === undefined || cell === null ? value : cell
  }
  for (const pair of step.query) pair.value = String(cellFor(pair.name, pair.value))
  const { body } = step
  if (body.type === 'form') for (const pair of body.fields) pair.value = String(cellFor(pair.name, pair.value))
  const made = body.type === 'json' ? readJson(body.text, true) : undefined
  if (body.type !== 'json' || made === undefined) return
  const put = (value: unknown, name: string): unknown =>
    Array.isArray(value)
      ? value.map((item) => put(item, name))
      : isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, put(inner, key)]))
        : cellFor(name, value)
  body.text = bodyText(put(made, ''))
}

function typeOfCells(cells: readonly unknown[]): 'string' | 'number' | 'boolean' {
  const types = new Set(cells.map((cell) => typeof cell))
  const [only] = types
  return types.size === 1 && (only === 'number' || only === 'boolean') ? only : 'string'
}
