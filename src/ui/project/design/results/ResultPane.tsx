import { createMemo, createResource, createSignal, For, Show, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import FilePlus from 'lucide-solid/icons/file-plus'
import RefreshCw from 'lucide-solid/icons/refresh-cw'
import Shrink from 'lucide-solid/icons/shrink'
import Square from 'lucide-solid/icons/square'
import { methodFacts, type MethodId } from '#engine/design/facts.ts'
import { designClient } from '#workers/design-client.ts'
import type { RuledOut, ShownDesign } from '#workers/design/shown-design.ts'
import { Button } from '../../../components/Button.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Tabs } from '../../../components/layout/Tabs.tsx'
import { useDesigner } from '../designer-context.ts'
import { TestsTable } from './TestsTable.tsx'
import { designTexts, percent } from '../texts.ts'
import { viewsOf } from '../views/index.ts'

const t = designTexts

/** The right side: how many tests, how much they cover, and the tests, the view of the method, what is impossible, notes. */
export const ResultPane: Component<{ onMake(): void }> = (props) => {
  const designer = useDesigner()
  const [tab, setTab] = createSignal('')
  const views = createMemo(() => {
    const result = designer.result()
    return result ? viewsOf(designer.design(), result) : []
  })
  const tabs = () => {
    const result = designer.result()
    return [
      { id: 'tests', title: t.tests.title, badge: result ? String(result.tests.length) : undefined },
      ...views().map(({ id, title }) => ({ id, title })),
      {
        id: 'impossible',
        title: t.impossible.title,
        badge: result?.infeasibleCount ? String(result.infeasibleCount) : undefined,
      },
      { id: 'notes', title: t.notes.title, badge: result?.notes.length ? String(result.notes.length) : undefined },
    ]
  }
  const shown = () => (tabs().some(({ id }) => id === tab()) ? tab() : 'tests')
  return (
    <div class="designer-result">
      <div class="designer-actions">
        <Button icon={RefreshCw} onClick={() => designer.generate()}>
          {t.generate}
        </Button>
        <Show
          when={designer.isLong()}
          fallback={
            <Button
              icon={Shrink}
              disabled={!canMinimise(designer.design().method, designer.result())}
              onClick={() => designer.minimise()}
            >
              {t.minimise}
            </Button>
          }
        >
          <Button icon={Square} onClick={() => designer.stop()}>
            {t.stop}
          </Button>
        </Show>
        <Button
          kind="primary"
          icon={FilePlus}
          disabled={designer.readOnly() || (designer.result()?.tests.length ?? 0) === 0}
          onClick={() => props.onMake()}
        >
          {t.makeTests}
        </Button>
      </div>
      <Coverage />
      <Show when={designer.error()}>
        {(error) => (
          <Notice kind="error" live>
            {error()}
          </Notice>
        )}
      </Show>
      <Show when={designer.result()}>
        {(result) => (
          <Tabs label={t.result} tabs={tabs()} value={shown()} onChange={setTab}>
            {(id) => (
              <Show
                when={id === 'tests'}
                fallback={
                  <Show when={views().find((one) => one.id === id)} fallback={<Lists id={id} result={result()} />}>
                    {(view) => <Dynamic component={view().component} design={designer.design()} result={result()} />}
                  </Show>
                }
              >
                <TestsTable result={result()} />
              </Show>
            )}
          </Tabs>
        )}
      </Show>
    </div>
  )
}

const canMinimise = (method: MethodId, result: ShownDesign | undefined): boolean =>
  methodFacts[method].minimises === true &&
  result !== undefined &&
  result.tests.length > 1 &&
  (result.bound ?? 0) < result.tests.length

/** Numbers and a bar; what is said of them changes while tests are derived. */
const Coverage: Component = () => {
  const designer = useDesigner()
  const c = t.coverage
  const result = () => designer.result()
  const said = () => {
    const now = result()
    if (!now) return designer.state() === 'idle' ? c.none : c.deriving
    const { exercised, feasible } = now.coverage
    return c.said(exercised, feasible, now.tests.length)
  }
  const bound = () => {
    const now = result()
    if (now?.bound === undefined) return undefined
    return now.bound >= now.tests.length ? c.minimal : c.bound(now.bound)
  }
  const minimised = () => {
    const now = designer.minimised()
    if (!now) return undefined
    return designer.state() === 'minimising' ? c.minimising(now.from, now.to) : c.minimised(now.from, now.to)
  }
  const share = () => {
    const now = result()
    return now ? percent(now.coverage.exercised, now.coverage.feasible) : 0
  }
  /** What the first third of the tests is worth. */
  const prefix = () => {
    const now = result()
    const n = Math.ceil((now?.tests.length ?? 0) / 3)
    const at = now?.tests[n - 1]
    return now && at && now.tests.length > 5
      ? c.prefix(n, now.tests.length, percent(at.exercised, now.coverage.feasible))
      : undefined
  }
  return (
    <div class="designer-coverage">
      <div class="designer-bar" aria-hidden="true">
        <span class="designer-bar-filled" style={{ width: `${share()}%` }} />
        <For each={steps(result())}>{(at) => <i style={{ left: `${at}%` }} />}</For>
      </div>
      <p role="status" aria-label={c.label} class="designer-said">
        <strong>{said()}</strong>
        <Show when={bound()}>
          <span>{bound()}</span>
        </Show>
        <Show when={minimised()}>
          <span>{minimised()}</span>
        </Show>
        <Show when={result() && designer.state() === 'deriving' && designer.isLong()}>
          <span>{c.deriving}</span>
        </Show>
      </p>
      <Show when={prefix()}>
        <p class="overview-hint">{prefix()}</p>
      </Show>
    </div>
  )
}

/** Where on the bar each of the first tests ends. */
function steps(result: ShownDesign | undefined): number[] {
  if (!result || result.coverage.feasible === 0) return []
  return result.tests.slice(0, 40).map(({ exercised }) => (exercised / result.coverage.feasible) * 100)
}

/** What is ruled out, with its rules; or the notes. */
const Lists: Component<{ id: string; result: ShownDesign }> = (props) => (
  <Show
    when={props.id === 'impossible'}
    fallback={
      <Show when={props.result.notes.length > 0} fallback={<p class="overview-hint">{t.notes.none}</p>}>
        <ul class="designer-notes">
          <For each={props.result.notes}>{(note) => <li>{note}</li>}</For>
        </ul>
      </Show>
    }
  >
    <Show when={props.result.infeasibleCount > 0} fallback={<p class="overview-hint">{t.impossible.none}</p>}>
      <Impossible result={props.result} />
    </Show>
  </Show>
)

/** Infeasible items that are listed. */
const mostImpossible = 500

/** The rules of an item are computed when someone looks: of a large model that takes longer than its tests. */
const Impossible: Component<{ result: ShownDesign }> = (props) => {
  const [items] = createResource(
    () => props.result,
    () => designClient.api.ruledOut(mostImpossible).catch((): RuledOut[] => []),
    { initialValue: [] },
  )
  return (
    <>
      <ul class="designer-notes">
        {/* `latest` leaves the page as it is while it waits. */}
        <For each={items.latest}>
          {({ text, because }) => (
            <li>
              <strong>{text}</strong>
              <For each={because}>{(rule) => <code>{rule}</code>}</For>
            </li>
          )}
        </For>
      </ul>
      <Show when={props.result.infeasibleCount > mostImpossible}>
        <p class="overview-hint">{t.impossible.more(props.result.infeasibleCount - mostImpossible)}</p>
      </Show>
    </>
  )
}
