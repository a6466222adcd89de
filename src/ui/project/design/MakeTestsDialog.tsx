import { createMemo, createResource, createSignal, For, onCleanup, Show, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import { makeTests, type EventSteps } from '#engine/project/designs/make-tests.ts'
import type { Design, Model } from '#engine/design/schemas.ts'
import { addRequiredRows, requiredRows } from '#engine/project/designs/required-rows.ts'
import { updatedRows } from '#engine/project/designs/updated-rows.ts'
import type { TableSource } from '#engine/data/table/schema.ts'
import { addCase, addSuite, freeName } from '#engine/project/edit/structure.ts'
import type { Case, Step } from '#engine/project/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { designClient } from '#workers/design-client.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Section } from '../../components/Section.tsx'
import { Select } from '../../components/Select.tsx'
import { TextField } from '../../components/TextField.tsx'
import { showToast } from '../../components/toasts.tsx'
import { newId } from '../actions.ts'
import { plain } from '../plain.ts'
import { useProject } from '../project-context.ts'
import { useDesigner } from './designer-context.ts'
import { openShape, shapeSource } from './shape-source.ts'
import { freshTemplate, ofRequest, operationEvents, templateOf } from './test-template.ts'
import { designTexts } from './texts.ts'

const t = designTexts.make
/** Stand for a new suite, and a request that is to be filled in. */
const [newSuite, noRequest] = ['', '']

/** Makes cases of the derived tests: how, where, with which request. Where there are some already, what would differ comes first. */
const MakeTestsDialog: Component<{ onClose(): void }> = (props) => {
  const context = useProject()
  const designer = useDesigner()
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
  // What is asked for again leaves the dialog on the screen meanwhile: `latest` suspends nothing but the first time.
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
      return loaded.flatMap((one) =>
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
    return makeTests({
      design: plain(design()),
      result: { tests: plain(tests()).map((test) => ({ ...test })) },
      as: as(),
      template: plain(template().template),
      built: asked.latest,
      events: eventSteps,
      status: { valid: valid() || undefined, invalid: invalid() || undefined },
      outcome: { path: path(), true: ifTrue(), false: ifFalse() },
      name: name(),
      newId,
    })
  })
  const update = createMemo(() => {
    const [old, next] = [before(), made()?.source]
    return old && next ? updatedRows(old, next) : undefined
  })

  const put = (replace: boolean) => {
    const now = made()
    if (!now) return
    const { cases, source } = now
    const old = replace ? before() : undefined
    const target = suiteId() === newSuite ? newId() : suiteId()
    const names = new Set(
      suites()
        .find(({ id }) => id === target)
        ?.cases.map((one) => one.name),
    )
    const sourceNames = new Set(workspace.head()?.dataSources.map((one) => one.name))
    // What the table was made for runs it already.
    const added: Case[] = old
      ? []
      : cases.map((one) => {
          const free = freeName(one.name, names)
          names.add(free)
          return { ...one, name: free }
        })
    const done = workspace.edit(designTexts.edits.make(name()), [], (draft) => {
      const known = new Set(
        [...draft.head.variables, ...draft.head.environments.flatMap(({ variables }) => variables)].map((one) => one.name),
      )
      draft.head.variables.push(...template().projectVariables.filter((one) => !known.has(one.name)))
      const changed = update()
      if (old && changed) {
        const index = draft.head.dataSources.findIndex(({ id }) => id === old.id)
        draft.head.dataSources[index] = { ...old, columns: changed.columns, rows: changed.rows }
        const own = draft.head.designs.find(({ id }) => id === design().id)
        if (own && again.latest) addRequiredRows(own, plain(required()))
        return
      }
      if (source) draft.head.dataSources.push({ ...source, name: freeName(source.name, sourceNames) })
      if (suiteId() === newSuite)
        addSuite(
          draft,
          target,
          freeName(
            t.newSuiteName,
            suites().map((one) => one.name),
          ),
        )
      for (const one of added) addCase(draft, target, one)
    })
    const [notes, project, first] = [now.notes, workspace.localId(), added[0]]
    props.onClose()
    if (!done || !project) return
    showToast([t.made(old?.name ?? first?.name ?? name()), ...notes.slice(0, 2)].join(' '), 'info')
    if (first) {
      context.router.go({ project, case: first.id })
      context.panes.showPage('steps')
    }
  }
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={() => props.onClose()}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Show when={update()} fallback={<Apply made={made() !== undefined} onClick={() => put(false)} label={t.apply} />}>
            <Button disabled={!made()} onClick={() => put(false)}>
              {t.again}
            </Button>
            <Apply made={made() !== undefined} onClick={() => put(true)} label={t.update} />
          </Show>
        </>
      }
    >
      <div class="designer-make">
        <p>{t.intro(tests().length)}</p>
        <Show when={update()}>
          {(changed) => (
            <Section title={t.difference}>
              <Notice kind="info">
                {t.replaces(before()?.name ?? '')} {t.kept(changed().kept)}, {t.added(changed().added.length)},{' '}
                {t.removed(changed().removed.length)}.{changed().edited > 0 ? ` ${t.edited(changed().edited)}.` : ''}
              </Notice>
              <ul class="designer-difference">
                <For each={changed().added.slice(0, 50)}>{(row) => <li class="designer-added-row">+ {rowText(row)}</li>}</For>
                <For each={changed().removed.slice(0, 50)}>{(row) => <li class="designer-removed-row">− {rowText(row)}</li>}</For>
              </ul>
            </Section>
          )}
        </Show>
        <Show when={!isOfEvents()}>
          <Select
            label={t.as}
            value={as()}
            options={[
              { value: 'data-driven', label: t.dataDriven },
              { value: 'cases', label: t.cases },
            ]}
            onChange={(value) => setAs(value === 'cases' ? 'cases' : 'data-driven')}
          />
        </Show>
        <Select
          label={t.suite}
          value={suiteId()}
          options={[...suites().map(({ id, name: label }) => ({ value: id, label })), { value: newSuite, label: t.newSuite }]}
          onChange={setSuite}
        />
        <Show when={!own.loading && !own.latest && !isOfEvents()}>
          <Select
            label={t.template}
            value={chosen() ?? noRequest}
            options={[
              { value: noRequest, label: t.none },
              ...(requests.latest ?? []).map(({ step, label }) => ({ value: step.id, label })),
            ]}
            onChange={setChosen}
          />
        </Show>
        <Show when={!asked.latest && !isOfEvents()}>
          <TextField label={t.statusValid} variables={false} short code placeholder="201" value={valid()} onInput={setValid} />
        </Show>
        <Show when={isDecision()}>
          <TextField
            label={t.outcome}
            hint={t.outcomeHint}
            variables={false}
            short
            code
            placeholder="$.decision"
            value={path()}
            onInput={setPath}
          />
          <TextField label={t.outcomeTrue} variables={false} short code placeholder="true" value={ifTrue()} onInput={setIfTrue} />
          <TextField
            label={t.outcomeFalse}
            variables={false}
            short
            code
            placeholder="false"
            value={ifFalse()}
            onInput={setIfFalse}
          />
        </Show>
        <Show when={!asked.latest && !isDecision()}>
          <TextField
            label={t.statusInvalid}
            variables={false}
            short
            code
            placeholder="4XX"
            value={invalid()}
            onInput={setInvalid}
          />
        </Show>
        <Show when={eventNames().length > 0 && !operations.loading && !operations.latest}>
          <Section title={t.events}>
            <For each={eventNames()}>
              {(event) => (
                <Select
                  label={event}
                  value={requestOf(event)}
                  options={[
                    { value: noRequest, label: t.none },
                    ...(requests.latest ?? []).map(({ step, label }) => ({ value: step.id, label })),
                  ]}
                  onChange={(id) => setEvents((known) => ({ ...known, [event]: id }))}
                />
              )}
            </For>
          </Section>
        </Show>
        <Show when={own.error as unknown}>{(error) => <Notice kind="error">{textOf(error())}</Notice>}</Show>
        <Show when={made()?.notes.length}>
          <Section title={t.notes}>
            <ul class="designer-notes">
              <For each={made()?.notes}>{(note) => <li>{note}</li>}</For>
            </ul>
          </Section>
        </Show>
      </div>
    </Dialog>
  )
}

/** A design as it is derived, wherever it stands. */
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

const Apply: Component<{ made: boolean; label: string; onClick(): void }> = (props) => (
  <Button kind="primary" disabled={!props.made} onClick={() => props.onClick()}>
    {props.label}
  </Button>
)

const rowText = (row: readonly unknown[]): string =>
  row
    .slice(1)
    .map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell)))
    .join(', ')

export default MakeTestsDialog
