import { createResource, createSignal, For, Show, type Component } from 'solid-js'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { useProject } from '../project-context.ts'
import { acceptStatus, unexpectedStatuses, type UnexpectedStatus } from '../reports/unexpected-statuses.ts'
import './accept-answers.css'
import { counted } from '#engine/base/counted.ts'

/** Texts of the dialog that makes checks expect what was answered. */
const t = {
  title: 'Accept responses',
  intro: 'Choose checks that should expect the actual status. You can undo this.',
  kind: (expected: string, actual: number, count: number) =>
    `${expected} expected, ${actual} returned: ${counted(count, 'check')}`,
  undocumented: (count: number, actual: number) =>
    `Also removed: ${counted(count, 'check')} against the API definition, which doesn't list ${actual}.`,
  more: (count: number) => `and ${count} more`,
  none: 'No failed status checks in this run.',
  cancel: 'Cancel',
  accept: (count: number) => `Accept ${counted(count, 'response')}`,
  edit: (count: number) => `Accept ${counted(count, 'response')}`,
  done: (count: number) => `Changed ${counted(count, 'check')}. Run again to see ${count === 1 ? 'it' : 'them'} pass.`,
} as const

/** The most cases of one kind that are named. */
const mostNamed = 5

/** Makes all checks that expected one status and got another expect what was answered, kind by kind, as one edit. */
const AcceptAnswersDialog: Component<DialogProps<'accept-answers'>> = (props) => {
  const { workspace, session } = useProject()
  const [kinds] = createResource(async (): Promise<UnexpectedStatus[]> => {
    const report = session.report()
    if (!report) return []
    const failed = report.suites.flatMap(({ cases }) => cases.filter(({ outcome }) => outcome === 'failed'))
    await Promise.all(failed.map(({ id }) => workspace.load(id)))
    return unexpectedStatuses(report, (id) => workspace.case(id))
  })
  const [chosen, setChosen] = createSignal<ReadonlyMap<UnexpectedStatus, boolean>>(new Map())
  // What the server rejected is rarely what a test is for.
  const isChosen = (kind: UnexpectedStatus) => chosen().get(kind) ?? kind.actual < 400
  const accepted = () => (kinds() ?? []).filter(isChosen)
  const count = () => accepted().reduce((sum, { checks }) => sum + checks.length, 0)
  const accept = () => {
    const [all, changed] = [accepted(), count()]
    const touched = [...new Set(all.flatMap(({ checks }) => checks.map((check) => check.case)))]
    const done = workspace.edit(t.edit(changed), touched, ({ cases }) => {
      for (const kind of all) acceptStatus(kind, (id) => cases[id])
    })
    props.onClose()
    if (done) showToast(t.done(changed), 'info')
  }
  return (
    <Dialog
      title={t.title}
      open
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button kind="primary" disabled={count() === 0 || workspace.readOnly()} onClick={accept}>
            {t.accept(count())}
          </Button>
        </>
      }
    >
      <Show when={!kinds.loading}>
        <Show when={(kinds() ?? []).length > 0} fallback={<p>{t.none}</p>}>
          <p>{t.intro}</p>
          <ul class="accept-kinds">
            <For each={kinds()}>
              {(kind) => (
                <li>
                  <label>
                    <input
                      type="checkbox"
                      checked={isChosen(kind)}
                      onChange={(event) => setChosen((before) => new Map(before).set(kind, event.currentTarget.checked))}
                    />
                    <span>{t.kind(kind.expected, kind.actual, kind.checks.length)}</span>
                  </label>
                  <p>
                    {kind.checks
                      .slice(0, mostNamed)
                      .map(({ name }) => name)
                      .join(', ')}
                    {kind.checks.length > mostNamed ? ` ${t.more(kind.checks.length - mostNamed)}` : ''}
                  </p>
                  <Show when={kind.checks.filter(({ conforms }) => conforms !== undefined).length}>
                    {(gone) => <p>{t.undocumented(gone(), kind.actual)}</p>}
                  </Show>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </Show>
    </Dialog>
  )
}

export default AcceptAnswersDialog
