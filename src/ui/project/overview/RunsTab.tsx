import { createMemo, createSignal, For, onMount, Show, type Component } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import { textOf } from '#engine/base/errors.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FileInput } from '../../components/fields/FileInput.tsx'
import { Menu } from '../../components/overlays/Menu.tsx'
import type { MenuItem } from '../../components/overlays/menu-item.ts'
import { OutcomeBadge } from '../../components/OutcomeBadge.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { describeCounts } from '#engine/runner/report/outcomes.ts'
import { runInList, scopeText, titleInList } from '../../run/run-name.ts'
import type { KeptRun } from '../../run/session/kept-runs.ts'
import { InlineName } from '../tree/InlineName.tsx'
import { useProject, type ProjectContext } from '../project-context.ts'
import { openReport } from '../reports/open-report.ts'
import { overviewTexts } from './overview-texts.ts'
import './runs-tab.css'

/** The tab "Runs" of a project: every run that is kept; a click shows it in the run panel. */
const RunsTab: Component = () => {
  const context = useProject()
  const { session } = context
  const t = overviewTexts.runs
  const rows = createMemo(() => session.details?.kept() ?? [])
  // Runs of other tabs are kept too.
  onMount(() => session.details?.refreshKept().catch((thrown: unknown) => showToast(textOf(thrown), 'error')))
  const showPanel = () => {
    context.panes.setRun(true)
    context.panes.showPage('run')
  }
  const open = ({ run }: KeptRun) => {
    void session.details?.open(run)
    showPanel()
  }
  let choose: (() => void) | undefined
  let list: HTMLElement | undefined
  const [renaming, setRenaming] = createSignal<string>()
  const rename = ({ run, outcome }: KeptRun) => void (outcome !== undefined && setRenaming(run))
  /** The field took the focus, and goes; the row is another one once it has its name. */
  const back = (run: string) =>
    queueMicrotask(() => {
      if (document.activeElement === document.body) list?.querySelector<HTMLElement>(`[data-run="${run}"]`)?.focus()
    })
  const renamed = ({ run, name: before = '' }: KeptRun, name: string | undefined) => {
    setRenaming(undefined)
    const renaming = name === undefined || name.trim() === before ? undefined : session.details?.renameRun(run, name.trim())
    Promise.resolve(renaming).then(
      () => back(run),
      (thrown: unknown) => showToast(textOf(thrown), 'error'),
    )
  }
  const goesOn = ({ run }: KeptRun) => session.running() && session.newest()?.run === run
  return (
    <>
      <div class="runs-head">
        <p class="overview-hint runs-hint">{rows().length > 0 ? t.kept : ''}</p>
        <Button small onClick={() => choose?.()}>
          {t.openReport}
        </Button>
        <FileInput opens={(opens) => (choose = opens)} onChosen={(file) => void openReport(file, context)} />
      </div>
      <Show when={rows().length > 0} fallback={<EmptyState title={t.none.title} text={t.none.text} />}>
        <ul class="runs" aria-label={t.list} ref={(element) => (list = element)}>
          <For each={rows()}>
            {(one) => (
              <li class="runs-row" classList={{ 'runs-shown': session.details?.run() === one.run }}>
                <Show
                  when={renaming() !== one.run}
                  fallback={<InlineName label={t.name} value={one.name ?? ''} onDone={(name) => renamed(one, name)} />}
                >
                  <button
                    type="button"
                    data-run={one.run}
                    class="runs-open"
                    aria-current={session.details?.run() === one.run ? 'true' : undefined}
                    onClick={() => open(one)}
                    onKeyDown={({ key }) => key === 'F2' && rename(one)}
                  >
                    <span class="runs-time">{titleInList(one)}</span>
                    <span class="runs-outcome">
                      <Show when={one.outcome ?? goesOn(one)} fallback={<span class="overview-note">{t.interrupted}</span>}>
                        <OutcomeBadge outcome={one.outcome} running={goesOn(one)} />
                      </Show>
                    </span>
                    <span class="runs-scope">{one.scope ? scopeText(one.scope) : ''}</span>
                    <span class="runs-facts">
                      {[
                        one.counts ? describeCounts(one.counts) : '',
                        one.scope ? (one.environment ?? t.noEnvironment) : '',
                        one.duration === undefined ? '' : describeDuration(one.duration),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </button>
                </Show>
                <Menu
                  label={t.actions(
                    [one.name === undefined ? runInList(one.startedAt) : t.named(one.name), one.scope ? scopeText(one.scope) : '']
                      .filter(Boolean)
                      .join(', '),
                  )}
                  items={runItems(
                    context,
                    one,
                    () => open(one),
                    () => rename(one),
                  )}
                />
              </li>
            )}
          </For>
        </ul>
      </Show>
    </>
  )
}

export default RunsTab

/** What can be done with a kept run. */
function runItems({ session, dialogs }: ProjectContext, one: KeptRun, open: () => void, rename: () => void): MenuItem[] {
  const t = overviewTexts.runs
  const { run, startedAt } = one
  return [
    { label: t.open, disabled: session.details?.run() === run, onSelect: open },
    { label: t.rename, keys: 'F2', disabled: one.outcome === undefined, onSelect: rename },
    { label: t.export, onSelect: () => dialogs.show({ name: 'export-report', run, startedAt }) },
    { label: t.compare, disabled: one.outcome === undefined, onSelect: () => dialogs.show({ name: 'compare-runs', run }) },
  ]
}
