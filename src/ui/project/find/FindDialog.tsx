import { createMemo, createSignal, For, Show, type Component } from 'solid-js'
import { describePath } from '#engine/project/format/path.ts'
import { placesIn, putTexts, replaced, writtenTexts, type WrittenText } from '#engine/project/find/find.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { useProject } from '../project-context.ts'
import { findTexts as t } from './texts.ts'
import './find.css'

/** Places that are drawn. */
const most = 200
/** Characters before the first place in a text that are shown. */
const before = 30

/** Finds text in all of the project, and replaces it there as one edit. */
const FindDialog: Component<DialogProps<'find'>> = (props) => {
  const context = useProject()
  const { workspace, router } = context
  const [text, setText] = createSignal(props.request.text ?? '')
  const [by, setBy] = createSignal(props.request.by ?? '')
  const [matchCase, setMatchCase] = createSignal(props.request.by !== undefined)
  const wanted = () => ({ text: text(), matchCase: matchCase() })
  const all = createMemo(() => {
    const head = workspace.head()
    return head ? writtenTexts({ head, cases: workspace.cases() }) : []
  })
  const found = createMemo(() => (text() === '' ? [] : all().filter((one) => placesIn(one.text, wanted()).length > 0)))
  const inCases = () => new Set(found().flatMap((one) => one.case ?? [])).size
  const changes = createMemo(() =>
    found().flatMap((at) => {
      const next = replaced(at, wanted(), by())
      return next === undefined ? [] : [{ at, next }]
    }),
  )
  const names = createMemo(
    () =>
      new Map(
        workspace.head()?.suites.flatMap((suite) => suite.cases.map((one) => [one.id, `${suite.name} › ${one.name}`] as const)),
      ),
  )
  const whereOf = (one: WrittenText): string => {
    const step = workspace.case(one.case)?.steps.find(({ id }) => id === one.step)
    const place = one.case === undefined ? '' : (names().get(one.case) ?? '')
    return [place || suiteOf(one)?.name || workspace.head()?.name, step?.name].filter(Boolean).join(' › ')
  }
  const suiteOf = ({ case: inCase, path: [list, at] }: WrittenText) =>
    inCase === undefined && list === 'suites' && typeof at === 'number' ? workspace.head()?.suites[at] : undefined
  /** Within what {@link whereOf} names. */
  const fieldOf = (one: WrittenText): string => {
    const skipped = one.step !== undefined || suiteOf(one) ? 2 : 0
    const [list, at] = one.path
    const root: unknown = one.case === undefined ? workspace.head() : workspace.case(one.case)
    const inner: unknown = skipped ? Reflect.get(Object(Reflect.get(Object(root), list ?? '')), at ?? '') : root
    return describePath(inner, one.path.slice(skipped)).replaceAll(' > ', ' › ')
  }
  const show = (one: WrittenText) => {
    const project = workspace.localId()
    props.onClose()
    if (one.case !== undefined && one.step !== undefined) return context.openStep(one.case, one.step)
    const suite = suiteOf(one)?.id
    if (project) router.go({ project, ...(one.case !== undefined ? { case: one.case } : suite !== undefined ? { suite } : {}) })
  }
  const replace = () => {
    const texts = changes()
    const label = t.edit(text())
    const touched = [...new Set(texts.flatMap(({ at }) => at.case ?? []))]
    if (!workspace.edit(label, touched, (draft) => putTexts(draft, texts))) return
    props.onClose()
    const undo = { label: t.undo, onClick: context.actions.undo, brief: true, while: () => workspace.history().undo === label }
    requestAnimationFrame(() => showToast(t.done(texts.length), 'info', undo))
  }
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.close}</Button>
          <Button kind="primary" disabled={workspace.readOnly() || changes().length === 0} onClick={replace}>
            {changes().length === 0 ? t.replaceNone : by() === '' ? t.remove(changes().length) : t.replace(changes().length)}
          </Button>
        </>
      }
    >
      <div class="find-fields">
        <TextField label={t.find} code variables={false} value={text()} onInput={setText} hint={t.hint} />
        <TextField label={t.by} code variables={false} value={by()} onInput={setBy} readOnly={workspace.readOnly()} />
        <Switch label={t.matchCase} checked={matchCase()} onChange={setMatchCase} />
      </div>
      <Show when={text() !== ''}>
        <p class="find-found" role="status">
          {t.found(found().length, inCases())}
        </p>
        <Show when={by() !== '' && changes().length < found().length}>
          <p class="overview-hint">{t.stay(found().length - changes().length)}</p>
        </Show>
        <ul class="find-list" aria-label={t.results}>
          <For each={found().slice(0, most)}>
            {(one) => (
              <li>
                <button type="button" class="find-place" onClick={() => show(one)}>
                  <span class="find-where">{whereOf(one)}</span>
                  <span class="find-field">{fieldOf(one)}</span>
                  <Marked text={one.text} at={placesIn(one.text, wanted())[0] ?? 0} length={text().length} />
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={found().length > most}>
          <p class="overview-hint">{t.more(found().length - most)}</p>
        </Show>
      </Show>
    </Dialog>
  )
}

/** A text around the first place in it. */
const Marked: Component<{ text: string; at: number; length: number }> = (props) => {
  const from = () => Math.max(0, props.at - before)
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ')
  return (
    <span class="find-text">
      {from() > 0 ? '…' : ''}
      {flat(props.text.slice(from(), props.at))}
      <mark>{flat(props.text.slice(props.at, props.at + props.length))}</mark>
      {flat(props.text.slice(props.at + props.length, props.at + props.length + 160))}
    </span>
  )
}

export default FindDialog
