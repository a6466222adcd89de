import { asTable } from '#engine/data/as-table.ts'
import { newSource } from '#engine/data/new-source.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import type { TableSource } from '#engine/data/table/schema.ts'
import { AssayError } from '#engine/base/errors.ts'
import { addTestsOf, templateFor } from '#engine/case-builder/designs.ts'
import { identifierIn } from '#engine/case-builder/identifier.ts'
import { indexOfRequest, sendable, type KnownOperation } from '#engine/case-builder/project-index.ts'
import { hasMember } from '#engine/case-builder/request/sent-members.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { marks } from '#engine/design/marks.ts'
import { givenRequest } from '#engine/project/designs/parts.ts'
import { bodyText, readJson } from '#engine/case-builder/request/request-body.ts'
import { isForRows, sourceOfFile, stepsForRows } from '#engine/case-builder/rows.ts'
import type { Design } from '#engine/design/schemas.ts'
import { plainColumn, proposeReplacements } from '#engine/project/data-driven/propose.ts'
import { variableOf } from '#engine/project/data-driven/variable-of.ts'
import type { EventSteps } from '#engine/project/designs/made-tests.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { emptyCase } from '#engine/project/empty.ts'
import { caseAsSent } from '#engine/project/headers-sent.ts'
import { levelsAround } from '#engine/case-builder/credentials/given-credentials.ts'
import { newStep } from '#engine/project/new-step.ts'
import type { Case, Step, Suite } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { variablesRead, variablesSet } from '#engine/steps/variables.ts'
import { alternatives, operationNamed, WrongName } from '../named.ts'
import { foreign } from '../page.ts'
import { requestFrom } from '../request-from.ts'
import type { KnownDesign, ToolWorld } from '../world.ts'
import type { ChangeOf } from './change-schema.ts'
import { makeSteps } from './make-steps.ts'
import { insertAt, type DraftPlaces } from './places.ts'

/** Adds a case of steps, with rows or a design's tests as its data if that is requested. */
export async function addCase(places: DraftPlaces, change: ChangeOf<'add_case'>, world: ToolWorld): Promise<void> {
  const { suite: wanted, name, steps = [], rows, data, design } = change
  if ([rows, data, design].filter((one) => one !== undefined).length > 1)
    throw new WrongName('Give one of "rows", "data" and "design".')
  const suite = places.suite(wanted)
  if (design !== undefined) return addDesigned(places, change, suite, knownDesign(design, world))
  if (name === undefined) throw new WrongName('A case needs a "name".')
  const { bench } = places.draft
  const one = bench.add(suite, name)
  fill(places, one, change)
  one.steps.push(...(await makeSteps(places, steps, { suite, one }, [])))
  if (rows !== undefined || data !== undefined) {
    const known =
      data === undefined ? undefined : places.project.dataSources.find((source) => source.id === data || source.name === data)
    const source = known ?? (await sourceFrom(places, { name: data ?? name, rows, file: data }, world))
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

function knownDesign(wanted: string, { memory }: ToolWorld): KnownDesign {
  const found = memory.designs.find(({ id }) => id.toLowerCase() === wanted.trim().toLowerCase())
  if (found) return found
  throw new WrongName(
    `No design of this conversation has the id "${foreign(wanted, 40)}". ${alternatives(
      'design',
      wanted,
      memory.designs.map(({ id }) => ({ id, name: id })),
    )} run_design makes one.`,
  )
}

/** Creates the tests of a design as it lies in working memory: its parameters, tests and requests are taken from there (A5). */
async function addDesigned(places: DraftPlaces, change: ChangeOf<'add_case'>, suite: Suite, known: KnownDesign): Promise<void> {
  const { bench, newId } = places.draft
  const { project } = places
  const operation = known.operation === undefined ? undefined : operationNamed(bench.index, known.operation)
  const design = {
    id: newId(),
    ...known.model,
    name: freeName(
      known.model.name,
      project.designs.map(({ name }) => name),
    ),
  } as Design
  // Steps of the arguments are built in a case that is not kept.
  const scratch: Case = { ...bench.add(suite, '\u0000'), steps: [] }
  suite.cases.pop()
  bench.cases.delete(scratch.id)
  const around = levelsAround(bench, suite)
  const steps = caseAsSent(
    { ...scratch, steps: change.steps ? await makeSteps(places, change.steps, { suite, one: scratch }, []) : [] },
    around,
  ).steps
  const isOfEvents = known.tests.some(({ events }) => events !== undefined)
  const at = isOfEvents ? -1 : requestOfDesign(places, steps, known, operation)
  const own = steps[at]
  if (change.steps && !isOfEvents && !isSendRequestStep(own))
    throw new WrongName('The steps of a design need a request, which gets the values of each test.')
  const events = await eventSteps(places, change, suite, known, operation)
  const [anyEvent] = Object.values(events)
  const template = isSendRequestStep(own)
    ? { before: steps.slice(0, at), request: own, after: steps.slice(at + 1), variables: scratch.variables }
    : isOfEvents && anyEvent
      ? { before: [...tokensOf(Object.values(events), steps), ...steps], request: anyEvent.request, after: [] }
      : operation && (await templateFor(bench, operation, suite, columnsOf(known)))
  if (!template)
    throw new WrongName(`Design ${known.id} has no operation: give "steps" with the request that gets its values, or "events".`)
  if (!isOfEvents && (known.built === undefined || isSendRequestStep(own))) checkColumns(places, known, template.request)
  project.designs.push(design)
  const { cases, notes } = addTestsOf(
    bench,
    { design, tests: known.tests, built: isSendRequestStep(own) ? undefined : known.built, status: known.status },
    suite,
    {
      ...template,
      variables: [...(template.variables ?? []), ...scratch.variables.filter((one) => !template.variables?.includes(one))],
    },
    { as: change.tests ?? 'data-driven', name: change.name ?? design.name, events },
  )
  for (const one of cases) {
    fill(places, one, change)
    place(places, suite, one, change)
  }
  for (const note of notes) bench.warn(note)
}

/** The steps that get the tokens of events, each once, unless the steps before them do. */
function tokensOf(events: readonly { before: readonly Step[] }[], steps: readonly Step[]): Step[] {
  const set = new Set(steps.flatMap((step) => variablesSet(step).map(({ name }) => name)))
  return events
    .flatMap(({ before }) => before)
    .filter((step) => {
      const fresh = variablesSet(step).filter(({ name }) => !set.has(name))
      for (const { name } of fresh) set.add(name)
      return fresh.length > 0
    })
}

const columnsOf = ({ tests }: KnownDesign): string[] => [
  ...new Set(tests.flatMap(({ values, inputs = values }) => Object.keys(inputs))),
]

/** Which of the steps gets the values of a design: the request of its operation, else the one that has most of its columns; -1: none. */
function requestOfDesign(
  { draft: { bench } }: DraftPlaces,
  steps: readonly Step[],
  known: KnownDesign,
  operation: KnownOperation | undefined,
): number {
  const own = steps.findIndex((step) => operation !== undefined && indexOfRequest(bench.index, step) === operation)
  if (own >= 0) return own
  const columns = columnsOf(known)
  const fits = steps.map((step) =>
    isSendRequestStep(step) ? columns.filter((name) => hasPlace(step, name, indexOfRequest(bench.index, step))).length : -1,
  )
  return fits.findIndex((fit) => fit >= 0 && fit === Math.max(...fits))
}

/** Whether a request refers to a value, or has a place of that name. */
function hasPlace(step: SendRequestStep, name: string, operation: KnownOperation | undefined): boolean {
  if (variablesRead(step).has(variableOf(name))) return true
  const { query, headers, body } = givenRequest(step)
  const plain = name.replace(/^(?:path|query|header|body)\.(?=.)/, '')
  if (plain !== name || name === 'body') return true
  const isThere = [...query, ...headers].some((pair) => pair.name.toLowerCase() === name.toLowerCase())
  if (isThere || (isObject(body) && Object.hasOwn(body, name.split('.')[0] ?? ''))) return true
  return operation !== undefined && (sendable(operation).some((one) => one.name === name) || hasMember(operation, name))
}

/** Tests whose columns no step uses would all send the same. Throws {@link WrongName} with their names. */
function checkColumns({ draft: { bench } }: DraftPlaces, known: KnownDesign, request: SendRequestStep): void {
  const operation = indexOfRequest(bench.index, request)
  const unused = columnsOf(known).filter((name) => !hasPlace(request, name, operation))
  if (unused.length === 0) return
  const [first = ''] = unused
  throw new WrongName(
    `${foreign(request.name, 80)} doesn't use ${unused.length === 1 ? 'the column' : 'the columns'} ${foreign(unused.join(', '), 300)} of ${known.id}. ` +
      `Give "steps" with a request that contains \${${variableOf(first)}}, or call run_design again with names of members or parameters and the values to send ("${marks.absent}" leaves one out).`,
  )
}

/** The request of each event: as the arguments say, else the operation of that name; what creates a thing hands its identifier on. */
async function eventSteps(
  places: DraftPlaces,
  change: ChangeOf<'add_case'>,
  suite: Suite,
  { tests }: KnownDesign,
  operation: KnownOperation | undefined,
): Promise<Record<string, EventSteps & { before: Step[] }>> {
  const names = new Set(tests.flatMap(({ events = [] }) => events.map((event) => event.replace(/ \[.*\]$/, ''))))
  const { bench, newId } = places.draft
  const found: Record<string, EventSteps & { before: Step[] }> = {}
  for (const name of Object.keys(change.events ?? {}))
    if (!names.has(name)) throw new WrongName(`The design has no event "${foreign(name, 60)}". Valid: ${[...names].join(', ')}.`)
  for (const name of names) {
    const said = change.events?.[name]
    const known = bench.index.operations.find(
      (one) => one.api?.key === name && (operation?.api === undefined || one.api.id === operation.api.id),
    )
    const from = said?.from ?? known?.name
    if (from === undefined) continue
    const {
      before,
      request,
      operation: sent,
      variables,
      projectVariables,
    } = await requestFrom(places.draft, { from, fields: said?.fields ?? {}, omit: [] }, suite)
    for (const variable of projectVariables) bench.project.variables.push(variable)
    const [, parameter] = /\/\$\{([^{}]+)\}/.exec(await urlOfOthers(places, suite, sent)) ?? []
    const creates = sent.role === 'create' && parameter !== undefined && variables.every((one) => one.name !== parameter)
    const [asSent = request] = caseAsSent({ ...emptyCase('', ''), steps: [request] }, levelsAround(bench, suite)).steps
    found[name] = {
      before,
      request: isSendRequestStep(asSent) ? asSent : request,
      after: creates
        ? [
            Object.assign(newStep('data-transfer', newId(), bench.texts.steps.keep(parameter), noReferences), {
              transfers: [{ ...identifierIn(sent, parameter).at, to: parameter, scope: 'TestCase' }],
            }) as Step,
          ]
        : [],
    }
  }
  return found
}

const noReferences = { connection: '', dataSource: '' }

/** The URL of what reads or deletes what an operation creates: it names the variable that hands it on. */
async function urlOfOthers(places: DraftPlaces, suite: Suite, of: KnownOperation): Promise<string> {
  const { bench } = places.draft
  const other = bench.index.operations.find(
    (one) => one.api?.id === of.api?.id && one.resource === of.resource && one.path.endsWith('}') && one.role !== 'create',
  )
  if (!other) return ''
  const { request } = await requestFrom(places.draft, { from: other.name, fields: {}, omit: [] }, suite)
  return request.url.replace(/^\$\{[^{}]*\}/, '')
}

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
  { files = [] }: ToolWorld,
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
