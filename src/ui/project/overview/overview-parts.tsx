import { createSignal, For, Show, type Component, type JSX } from 'solid-js'
import { useProject } from '../project-context.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { OutcomeBadge } from '../../components/OutcomeBadge.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { VirtualList } from '../../components/lists/VirtualList.tsx'
import type { CaseHead } from '#engine/project/edit/state.ts'
import { overviewTexts } from './overview-texts.ts'
import { formatClock } from '../../run/format.ts'
import { outcomeWords, projectTexts as texts } from '../texts.ts'
import './overview.css'

/** The heading of an overview: name to be changed, what it is, what can be done. */
export const OverviewHead: Component<{ name: string; note: string; actions?: JSX.Element }> = (props) => (
  <header class="overview-head">
    <h2>{props.name || texts.unnamed}</h2>
    <span class="overview-note">{props.note}</span>
    <div class="overview-actions">{props.actions}</div>
  </header>
)

/** Name and description, each one undo step while it is typed. */
export const NameAndDescription: Component<{
  name: string
  description: string
  readOnly: boolean
  onName(name: string): void
  onDescription(text: string): void
}> = (props) => {
  /** A blank name while it is in the field: the old one is what is kept, and comes back when the field is left. */
  const [blank, setBlank] = createSignal<string>()
  const rename = (name: string) => {
    if (name.trim() === '') return setBlank(name)
    setBlank(undefined)
    props.onName(name)
  }
  return (
    <>
      <TextField
        label={overviewTexts.overview.name}
        variables={false}
        value={blank() ?? props.name}
        readOnly={props.readOnly}
        onInput={rename}
        onBlur={() => setBlank(undefined)}
      />
      <TextField
        label={overviewTexts.overview.description}
        variables={false}
        multiline
        placeholder={overviewTexts.overview.descriptionPlaceholder}
        value={props.description}
        readOnly={props.readOnly}
        onInput={(text) => props.onDescription(text)}
      />
    </>
  )
}

/** A row of the list of cases. */
export interface CaseListRow {
  one: CaseHead
  /** Shown before the name, in lists over several suites. */
  suite?: string
}

/** Cases with their tags, requests and last outcomes; a click opens one. */
export const CaseList: Component<{ rows: readonly CaseListRow[] }> = (props) => {
  const context = useProject()
  const open = (id: string) => {
    const project = context.workspace.localId()
    if (project) context.router.go({ project, case: id })
    context.panes.showPage('steps')
  }
  const knownRun = (id: string) => context.session.details?.knownRun(id)
  const changed = (id: string) => context.changedSince.case(id, knownRun(id)?.run)
  /** When the last outcome came. */
  const when = (id: string) => {
    const run = context.session.case(id)?.outcome && knownRun(id)
    return run ? formatClock(Date.parse(run.startedAt), Date.now()) : ''
  }
  const since = (id: string) => {
    const [run, outcome] = [knownRun(id), context.session.case(id)?.outcome]
    return run && outcome ? texts.since(outcomeWords[outcome], when(id), changed(id)) : undefined
  }
  const row = (index: number) => (
    <Show when={props.rows[index]}>
      {(found) => (
        <button type="button" class="case-list-row" onClick={() => open(found().one.id)}>
          <span class="case-list-name">
            <Show when={found().suite}>
              <span class="case-list-suite">{found().suite} › </span>
            </Show>
            {found().one.name || texts.unnamed}
          </span>
          <span class="case-list-tags">
            <For each={found().one.tags}>{(tag) => <span class="case-list-tag">{tag}</span>}</For>
          </span>
          <span class="case-list-steps">{overviewTexts.overview.size(found().one)}</span>
          <span
            class="case-list-outcome"
            classList={{ 'outcome-of-before': changed(found().one.id) }}
            title={since(found().one.id)}
          >
            <OutcomeBadge
              outcome={context.session.case(found().one.id)?.outcome}
              running={
                context.session.case(found().one.id) !== undefined && context.session.running()
                  ? context.session.case(found().one.id)?.outcome === undefined
                  : false
              }
            />
            <span class="overview-note">{when(found().one.id)}</span>
          </span>
        </button>
      )}
    </Show>
  )
  return (
    <Section title={overviewTexts.overview.cases}>
      <Show
        when={props.rows.length > 0}
        fallback={
          <EmptyState
            title={overviewTexts.overview.noCases}
            text={texts.noSteps.text}
            action={
              <Button disabled={context.workspace.readOnly()} onClick={() => context.actions.addCase()}>
                {texts.addCase}
              </Button>
            }
          />
        }
      >
        <div class="case-list" style={{ height: `${Math.min(props.rows.length, 12) * 32 + 2}px` }}>
          <VirtualList count={props.rows.length} rowHeight={32} render={row} />
        </div>
      </Show>
    </Section>
  )
}
