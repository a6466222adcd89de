import { createEffect, createSignal, For, onCleanup, Show, type Component } from 'solid-js'
import { Button } from './Button.tsx'
import { Notice, type NoticeKind } from './Notice.tsx'
import './toasts.css'

/** What a toast offers to do. */
export interface ToastAction {
  label: string
  onClick(): void
  /** Reactive: once it is false, the toast goes away. */
  while?(): boolean
}

interface Toast {
  id: number
  text: string
  kind: NoticeKind
  action: ToastAction | undefined
  /** The foremost place when it was told: what is said of the page does not come to a dialog that is opened later. */
  place: object | undefined
}

/** Where toasts can appear: the page, and the dialogs before it. */
const [places, setPlaces] = createSignal<readonly object[]>([])
const [toasts, setToasts] = createSignal<readonly Toast[]>([])
let count = 0

const drop = (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id))

/** Tells the person about something that happened. Errors and toasts with an action stay until closed, others 6 s. */
export function showToast(text: string, kind: NoticeKind = 'info', action?: ToastAction): void {
  count += 1
  const id = count
  const place = places().at(-1)
  setToasts((all) => [...all.filter((toast) => toast.text !== text), { id, text, kind, action, place }].slice(-4))
  if (kind !== 'error' && !action) setTimeout(() => drop(id), 6000)
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
 * the foot of what it stands in, so that nothing which is read or clicked lies under it or moves away.
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
