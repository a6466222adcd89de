import { createEffect, createSignal, For, onCleanup, Show, type Component } from 'solid-js'
import { Button } from '../Button.tsx'
import { Notice, type NoticeKind } from '../Notice.tsx'
import './toasts.css'

/** What a toast offers to do. */
export interface ToastAction {
  label: string
  onClick(): void
  /** It can be found elsewhere too, as Undo can: the toast leaves after a while. */
  brief?: boolean
  /** Reactive: once it is false, the toast goes away. */
  while?(): boolean
}

interface Toast {
  id: number
  text: string
  kind: NoticeKind
  action: ToastAction | undefined
  /** The foremost place when it was shown: what is said of the page does not come to a dialog that is opened later. */
  place: object | undefined
}

/** Where toasts can appear: the page, and the dialogs before it. */
const [places, setPlaces] = createSignal<readonly object[]>([])
const [toasts, setToasts] = createSignal<readonly Toast[]>([])
let count = 0

const drop = (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id))

/** Milliseconds for which a toast is there that only tells something, and one whose offer is brief. */
const stay = { told: 6_000, offered: 15_000 }

/** At most four; the oldest that offers nothing makes room first. */
function room(all: readonly Toast[]): readonly Toast[] {
  if (all.length <= 4) return all
  const plain = all.findIndex(({ kind, action }) => kind !== 'error' && !action)
  return all.toSpliced(Math.max(0, plain), 1)
}

/** Someone points at one of the toasts, or has the focus in it: none leaves. */
const isHeld = () => document.querySelector('.toasts:is(:hover, :focus-within)') !== null

const leave = (id: number) => {
  if (isHeld()) setTimeout(() => leave(id), 2_000)
  else drop(id)
}

/**
 * Tells the user about something that happened. Errors, and toasts with a fix, stay until used or closed. Others leave by
 * themselves, sooner if they offer nothing, and not while someone is at one.
 */
export function showToast(text: string, kind: NoticeKind = 'info', action?: ToastAction): void {
  count += 1
  const id = count
  const place = places().at(-1)
  setToasts((all) => room([...all.filter((toast) => toast.text !== text), { id, text, kind, action, place }]))
  if (kind !== 'error' && (!action || action.brief)) setTimeout(() => leave(id), action ? stay.offered : stay.told)
}

/** What had the focus before a toast took it. */
let before: EventTarget | null = null

/** Closes a toast by its button, with which the focus would be lost. */
const close = (id: number) => {
  drop(id)
  if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
}

const Toasts: Component<{ shown: readonly Toast[] }> = (props) => (
  <For each={props.shown}>
    {(toast) => {
      createEffect(() => {
        if (toast.action?.while?.() === false) drop(toast.id)
      })
      return (
        <Notice
          kind={toast.kind}
          onClose={() => close(toast.id)}
          action={
            toast.action && (
              <Button
                small
                onClick={() => {
                  toast.action?.onClick()
                  close(toast.id)
                }}
              >
                {toast.action.label}
              </Button>
            )
          }
        >
          {toast.text}
        </Notice>
      )
    }}
  </For>
)

/**
 * Where toasts appear: those of a dialog in the dialog while it is open, all others in the page. It takes room of its own at
 * the foot of what it is in, so that nothing which is read or clicked lies under it or moves away.
 */
export const Toaster: Component<{ dialog?: boolean }> = (props) => {
  const place = {}
  setPlaces((all) => (props.dialog ? [...all, place] : [place, ...all]))
  onCleanup(() => setPlaces((all) => all.filter((one) => one !== place)))
  const mine = () => toasts().filter((toast) => (places().find((one) => one === toast.place) ?? places()[0]) === place)
  const errors = () => mine().filter(({ kind }) => kind === 'error')
  const others = () => mine().filter(({ kind }) => kind !== 'error')
  return (
    <div
      class="toasts"
      onFocusIn={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) before = event.relatedTarget
      }}
    >
      {/* There before anything is said: a status that comes with its text is not read out. An alert is. */}
      <div role="status">
        <Toasts shown={others()} />
      </div>
      <Show when={errors().length > 0}>
        <div role="alert">
          <Toasts shown={errors()} />
        </div>
      </Show>
    </div>
  )
}
