import { createResource, For, Show, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import { OutcomeBadge } from '../../components/OutcomeBadge.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { runOf } from '../../run/run-name.ts'
import { runTexts } from '../../run/texts.ts'
import { useProject } from '../project-context.ts'
import { historyOf, isFlaky } from './case-history.ts'
import { reportTexts } from './texts.ts'
import './reports.css'

/** The last outcomes of a case as dots, each of which shows its run; a case that went to and fro is marked as flaky. */
const CaseHistory: Component<{ case: string }> = (props) => {
  const { services, session, workspace, panes } = useProject()
  const t = reportTexts.history
  const [runs] = createResource(
    // Read again when a run has ended.
    () => [workspace.localId(), session.running()] as const,
    async ([localId]) => {
      try {
        return localId === undefined ? [] : await services.runs.runs(localId)
      } catch (thrown) {
        showToast(textOf(thrown), 'error')
        return []
      }
    },
  )
  const history = () => historyOf(runs.latest ?? [], props.case)
  const open = (run: string) => {
    void session.details?.open(run)
    panes.setRun(true)
    panes.showPage('run')
  }
  return (
    <Show when={history().length > 0} fallback={<p class="section-nothing">{t.none}</p>}>
      <div class="case-history">
        <ol class="case-history-list" aria-label={t.label(history().length)}>
          <For each={history()}>
            {(one) => (
              <li>
                <button
                  type="button"
                  class={`case-history-dot case-history-${one.outcome}`}
                  aria-label={t.open(runTexts.outcomes[one.outcome], runOf(one.startedAt))}
                  title={t.open(runTexts.outcomes[one.outcome], runOf(one.startedAt))}
                  onClick={() => open(one.run)}
                >
                  <OutcomeBadge outcome={one.outcome} iconOnly />
                </button>
              </li>
            )}
          </For>
        </ol>
        <Show when={isFlaky(history())}>
          <span class="case-history-flaky" title={t.flakyHint}>
            {t.flaky}
            <span class="visually-hidden">: {t.flakyHint}</span>
          </span>
        </Show>
      </div>
    </Show>
  )
}

export default CaseHistory
