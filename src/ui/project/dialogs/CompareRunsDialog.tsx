import { createMemo, createResource, createSignal, For, onMount, Show, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import { describeComparison } from '#engine/compare/describe.ts'
import { compareTexts } from '#engine/compare/texts.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { scopeText, titleInList } from '../../run/run-name.ts'
import type { KeptRun } from '../../run/session/kept-runs.ts'
import { runTexts } from '../../run/texts.ts'
import { describeCounts } from '#engine/runner/report/outcomes.ts'
import { useProject } from '../project-context.ts'
import { compareKept } from '../reports/compare-kept.ts'
import { readRun } from '../reports/read-run.ts'
import { reportTexts } from '../reports/texts.ts'
import '../reports/reports.css'

/** The most lines of one kind that are drawn. */
const mostLines = 200

/** What differs between two kept runs: outcomes, times, answers. */
const CompareRunsDialog: Component<DialogProps<'compare-runs'>> = (props) => {
  const { services, session } = useProject()
  const t = reportTexts.compare
  const runs = createMemo(() => (session.details?.kept() ?? []).filter(({ outcome }) => outcome !== undefined))
  onMount(() => session.details?.refreshKept().catch((thrown: unknown) => showToast(textOf(thrown), 'error')))
  const [chosenAfter, setAfter] = createSignal<string>()
  const [chosenBefore, setBefore] = createSignal<string>()
  const asked = () => runs().find(({ run }) => run === props.request.run)?.run
  /** Nothing came before it: it is compared with what came since. */
  const isOldest = () => runs().length > 1 && asked() !== undefined && asked() === runs().at(-1)?.run
  const after = () => chosenAfter() ?? (isOldest() ? undefined : asked()) ?? runs()[0]?.run
  /** The run before it of the same scope, if there is one: others have little in common with it. */
  const before = () => {
    const chosen = chosenBefore()
    if (chosen !== undefined) return chosen
    if (isOldest() && after() !== asked()) return asked()
    const at = runs().findIndex(({ run }) => run === after())
    const older = runs().slice(at + 1)
    const scope = JSON.stringify(runs()[at]?.scope)
    return (older.find((one) => JSON.stringify(one.scope) === scope) ?? older[0] ?? runs().find(({ run }) => run !== after()))
      ?.run
  }
  const pair = () => {
    const [one, other] = [before(), after()]
    return one !== undefined && other !== undefined && one !== other ? ([one, other] as const) : undefined
  }
  const [compared] = createResource(pair, async ([one, other]) => {
    try {
      return { comparison: compareKept(await readRun(services, one), await readRun(services, other)) }
    } catch (thrown) {
      return { failed: t.failed(textOf(thrown)) }
    }
  })
  const comparison = () => (compared.loading ? undefined : compared.latest?.comparison)
  const options = () => runs().map((one) => ({ value: one.run, label: nameOf(one) }))
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={props.onClose}
      footer={
        <Button kind="primary" onClick={() => props.onClose()}>
          {t.close}
        </Button>
      }
    >
      <Show when={runs().length > 1} fallback={<p>{t.two}</p>}>
        <div class="compare-runs-choice">
          <Select label={t.before} value={before() ?? ''} options={options()} onChange={setBefore} />
          <Select label={t.after} value={after() ?? ''} options={options()} onChange={setAfter} />
        </div>
        <section class="compare-runs-result" aria-label={t.differences} aria-busy={compared.loading}>
          <Show when={pair()} fallback={<p>{t.same}</p>}>
            <Show when={compared.loading}>
              <p role="status">{t.reading}</p>
            </Show>
            <Show when={compared.loading ? undefined : compared.latest?.failed}>
              {(text) => <Notice kind="error">{text()}</Notice>}
            </Show>
            <Show when={comparison()}>
              {(found) => (
                <>
                  <p
                    class="compare-runs-summary"
                    classList={{ 'compare-runs-bad': found().newFailures.length > 0 }}
                    role="status"
                  >
                    {compareTexts.summary(found())}
                  </p>
                  <For each={describeComparison(found())} fallback={<p>{t.none}</p>}>
                    {({ title, lines }) => (
                      <section>
                        <h3>{title}</h3>
                        <ul class="compare-runs-list" aria-label={title}>
                          <For each={lines.slice(0, mostLines)}>
                            {(line) => (
                              <li>
                                <span>{line.where}</span>
                                <span class="compare-runs-what">{line.what}</span>
                                <Show when={line.why}>
                                  <span class="compare-runs-why">{line.why}</span>
                                </Show>
                              </li>
                            )}
                          </For>
                        </ul>
                        <Show when={lines.length > mostLines}>
                          <p class="overview-hint">{t.more(lines.length - mostLines)}</p>
                        </Show>
                      </section>
                    )}
                  </For>
                </>
              )}
            </Show>
          </Show>
        </section>
      </Show>
    </Dialog>
  )
}

const nameOf = (one: KeptRun): string =>
  [
    titleInList(one),
    one.outcome ? runTexts.outcomes[one.outcome] : '',
    one.scope ? scopeText(one.scope) : '',
    one.counts ? describeCounts(one.counts) : '',
  ]
    .filter(Boolean)
    .join(' · ')

export default CompareRunsDialog
