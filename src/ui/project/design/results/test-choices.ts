import { createMemo, createResource, createSignal, onCleanup } from 'solid-js'
import type { TableSource } from '#engine/data/table/schema.ts'
import type { Design, Model } from '#engine/design/schemas.ts'
import { makeTests, type EventSteps, type TestTemplate } from '#engine/derived-tests/designs/make-tests.ts'
import { inheritCredentials } from '#engine/project/inherit-credentials.ts'
import { caseAsSent, caseInPlace } from '#engine/project/headers-sent.ts'
import { type HeaderLevels } from '#engine/project/inherited-headers.ts'
import { addRequiredRows, requiredRows } from '#engine/derived-tests/designs/required-rows.ts'
import { updatedRows } from '#engine/derived-tests/designs/updated-rows.ts'
import { emptyCase } from '#engine/project/empty.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { designClient } from '#workers/design-client.ts'
import { levelsOfCase, levelsOfSuite } from '../../header-levels.ts'
import { newId } from '../../new-id.ts'
import { plain } from '../../plain-copy.ts'
import type { ProjectContext } from '../../project-context.ts'
import type { Designer } from '../create-designer.ts'
import { openShape, shapeSource } from '../start/shape-source.ts'
import { freshTemplate, ofRequest, operationEvents, templateOf } from './test-template.ts'
import { designTexts } from '../texts.ts'

/** Stand for a new suite, and a request that is to be filled in. */
export const [newSuite, noRequest] = ['', '']

/** The choices of how cases are made from derived tests, what is chosen, and the result. */
export type TestChoices = ReturnType<typeof createTestChoices>

/** See {@link TestChoices}. */
export function createTestChoices(context: ProjectContext, designer: Designer) {
  const { workspace } = context
  const design = () => designer.design()
  /** The table that was made of this design before. */
  const before = createMemo(() =>
    workspace.head()?.dataSources.find((one): one is TableSource => 'design' in one && one.design === design().id),
  )
  /** Rows that were edited by hand have to be kept: the tests are derived again around them. */
  const required = createMemo(() => {
    const table = before()
    return table ? requiredRows(plain(design()), plain(table)) : []
  })
  // Further requests leave the dialog on the screen meanwhile: `latest` suspends only the first time.
  const [again] = createResource(
    () => (required().length > 0 ? required() : undefined),
    async (rows) => {
      const source = await shapeSource(context, design())
      const shape = source && (await openShape(source).catch(() => undefined))
      const asked: Model = plain(design())
      addRequiredRows(asked, plain(rows))
      const { signal } = new AbortController()
      return designClient.api
        .derive(withoutPlace(asked), 0, () => undefined, signal, ...(shape ? [shape.key] : []))
        .catch(() => undefined)
    },
  )
  // The worker was asked for other tests than the designer shows.
  onCleanup(() => again.latest && designer.generate())
  const tests = () => again.latest?.tests ?? designer.result()?.tests ?? []
  const isOfEvents = () => tests().some(({ events }) => events !== undefined)
  const suites = () => workspace.head()?.suites ?? []
  const name = () => design().name || designTexts.unnamed

  const [as, setAs] = createSignal<'data-driven' | 'cases'>('data-driven')
  const [suite, setSuite] = createSignal<string>()
  const [chosen, setChosen] = createSignal<string>()
  const [valid, setValid] = createSignal('')
  const [invalid, setInvalid] = createSignal('4XX')
  const [path, setPath] = createSignal('')
  const [ifTrue, setIfTrue] = createSignal('')
  const [ifFalse, setIfFalse] = createSignal('')
  const isDecision = () => tests().some(({ expected }) => typeof expected?.['decision'] === 'boolean')
  const [events, setEvents] = createSignal<Readonly<Record<string, string>>>({})

  const [requests] = createResource(
    () => suites().flatMap(({ cases }) => cases.map(({ id }) => id)),
    async (ids) => {
      const loaded = await Promise.all(ids.slice(0, 500).map((id) => workspace.load(id)))
      const asSent = loaded.map((one) => one && caseAsSent(one, levelsOfCase(workspace.head(), one)))
      return asSent.flatMap((one) =>
        (one?.steps ?? [])
          .filter(isSendRequestStep)
          .map((step) => ({ step, label: `${one?.name ?? ''} > ${step.name}`, kept: keptOf(one?.steps ?? [], step) })),
      )
    },
  )
  const [own] = createResource(
    () => design().source,
    () => templateOf(context, plain(design())).catch(() => undefined),
  )
  const [picked] = createResource(chosen, (id) => (id === noRequest ? undefined : ofRequest(context, id)))
  const suiteId = () => suite() ?? suites().find((one) => one.name === own.latest?.suite)?.id ?? suites()[0]?.id ?? newSuite
  const eventNames = createMemo(() =>
    isOfEvents()
      ? [...new Set(tests().flatMap((test) => (test.events ?? []).map((event) => event.replace(/ \[.*\]$/, ''))))]
      : [],
  )
  const plainName = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  /** A request of the same name is meant by an event. */
  const requestOf = (event: string): string =>
    events()[event] ?? requests.latest?.find(({ step }) => plainName(step.name) === plainName(event))?.step.id ?? noRequest
  /** What comes before the first event that has a request comes before all. */
  const firstEvent = () =>
    eventNames()
      .map(requestOf)
      .find((id) => id !== noRequest)
  /** Events that are operations of the API know their requests. */
  const [operations] = createResource(
    () => (eventNames().length > 0 && design().source?.api !== undefined ? { names: eventNames(), of: design() } : undefined),
    ({ names, of }) => operationEvents(context, plain(of), names).catch(() => undefined),
  )
  const [beforeEvents] = createResource(firstEvent, (id) => ofRequest(context, id))
  const template = () =>
    (isOfEvents() ? (operations.latest ?? beforeEvents.latest) : (own.latest ?? picked.latest)) ?? freshTemplate(name())
  const [asked] = createResource(
    () => ({ tests: tests(), design: design() }),
    async ({ tests: of, design: asking }) => {
      const source = await shapeSource(context, asking)
      const shape = source && (await openShape(source).catch(() => undefined))
      return shape && designClient.api.built(shape.key, plain(of)).catch(() => undefined)
    },
  )
  const made = createMemo(() => {
    if (again.loading || own.loading || asked.loading || picked.loading || beforeEvents.loading || operations.loading)
      return undefined
    const eventSteps: Record<string, EventSteps> = { ...plain(operations.latest?.events ?? {}) }
    for (const event of eventNames()) {
      // Operations keep what was created for each other; a request of the same name keeps it elsewhere.
      if (Object.hasOwn(eventSteps, event)) continue
      const found = requests.latest?.find(({ step }) => step.id === requestOf(event))
      if (found) eventSteps[event] = { request: plain(found.step) as SendRequestStep, after: plain(found.kept) }
    }
    const around = levelsOfSuite(workspace.head(), suiteId())
    const found = makeTests({
      design: plain(design()),
      result: { tests: plain(tests()).map((test) => ({ ...test })) },
      as: as(),
      template: inSuite(template().template, around),
      built: asked.latest,
      events: eventSteps,
      status: { valid: valid() || undefined, invalid: invalid() || undefined },
      outcome: { path: path(), true: ifTrue(), false: ifFalse() },
      name: name(),
      newId,
    })
    return { ...found, cases: found.cases.map((one) => caseInPlace(one, around)) }
  })
  /** The template with what its request inherits where the tests are put; of an operation also its authorization. */
  const inSuite = (found: TestTemplate, around: HeaderLevels): TestTemplate => {
    const { before, request, ...rest } = plain(found)
    const made = { before: [...before], request, projectVariables: [] }
    const fitted = design().source?.operation === undefined ? made : inheritCredentials(made, around)
    const [whole] = caseAsSent({ ...emptyCase('', ''), steps: [fitted.request] }, around).steps
    return { ...rest, before: fitted.before, request: isSendRequestStep(whole) ? whole : fitted.request }
  }
  const update = createMemo(() => {
    const [old, next] = [before(), made()?.source]
    return old && next ? updatedRows(old, next) : undefined
  })
  return {
    design,
    name,
    before,
    required,
    /** The tests were derived again, around the rows that were edited by hand. */
    isAgain: () => again.latest !== undefined,
    tests,
    isOfEvents,
    isDecision,
    suites,
    suiteId,
    setSuite,
    as,
    setAs,
    requests: () => requests.latest ?? [],
    chosen,
    setChosen,
    /** The request is what the design was made of. */
    own: { loading: () => own.loading, found: () => own.latest, error: () => own.error as unknown },
    valid,
    setValid,
    invalid,
    setInvalid,
    outcome: { path, setPath, ifTrue, setIfTrue, ifFalse, setIfFalse },
    /** The API's description says what is expected of each test. */
    isDescribed: () => Boolean(asked.latest),
    eventNames,
    /** The user has to choose the request of an event. */
    asksForRequests: () => eventNames().length > 0 && !operations.loading && !operations.latest,
    requestOf,
    setRequest: (event: string, id: string) => setEvents((known) => ({ ...known, [event]: id })),
    template,
    made,
    update,
  }
}

/** A design as it is derived, wherever it is. */
function withoutPlace(design: Model): Model {
  const { id: _id, source: _source, ...model } = design as Design
  return model as Model
}

/** What a case keeps of the answer to a request, up to the next one. */
function keptOf(steps: readonly Step[], request: SendRequestStep): Step[] {
  const rest = steps.slice(steps.indexOf(request) + 1)
  const next = rest.findIndex(isSendRequestStep)
  return rest.slice(0, next < 0 ? undefined : next).filter((step) => !step.disabled && 'transfers' in step)
}
