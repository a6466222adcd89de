import { addTestsOf, templateFor } from '#engine/case-builder/designs.ts'
import { identifierIn } from '#engine/case-builder/identifier.ts'
import { indexOfRequest, sendable, type KnownOperation } from '#engine/case-builder/project-index.ts'
import { hasMember } from '#engine/case-builder/request/sent-members.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { marks } from '#engine/design/marks.ts'
import { givenRequest } from '#engine/derived-tests/designs/parts.ts'
import type { Design } from '#engine/design/schemas.ts'
import { variableOf } from '#engine/derived-tests/data-driven/variable-of.ts'
import type { EventSteps } from '#engine/derived-tests/designs/made-tests.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { emptyCase } from '#engine/project/empty.ts'
import { caseAsSent } from '#engine/project/headers-sent.ts'
import { levelsAround } from '#engine/case-builder/credentials/given-credentials.ts'
import { newStep } from '#engine/project/new-step.ts'
import type { Case, Step, Suite } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { alternatives, operationNamed, WrongName } from '../find-by-name.ts'
import { foreign } from '../page.ts'
import { requestFrom } from '../request-from.ts'
import type { KnownDesign, ToolSession } from '../tool-session.ts'
import type { ChangeOf } from './change-schema.ts'
import { makeSteps } from './make-steps.ts'
import { type DraftPlaces } from './places.ts'

/** The design of this conversation with an id. */
export function knownDesign(wanted: string, { memory }: ToolSession): KnownDesign {
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

/** Adds the tests of a design from working memory: its parameters, tests and requests are taken from there (A5). */
export async function addDesigned(
  places: DraftPlaces,
  change: ChangeOf<'add_case'>,
  suite: Suite,
  known: KnownDesign,
): Promise<Case[]> {
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
  for (const note of notes) bench.warn(note)
  return cases
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

const noReferences = { connection: '', dataSource: '' }
