import { createEffect, createSignal, For, type Component } from 'solid-js'
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
}

const [toasts, setToasts] = createSignal<readonly Toast[]>([])
let count = 0

const drop = (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id))

/** Tells the person about something that happened. Errors and toasts with an action stay until closed, others 6 s. */
export function showToast(text: string, kind: NoticeKind = 'info', action?: ToastAction): void {
  count += 1
  const id = count
  setToasts((all) => [...all.filter((toast) => toast.text !== text), { id, text, kind, action }].slice(-4))
  if (kind !== 'error' && !action) setTimeout(() => drop(id), 6000)
}

const list = (errors: boolean) => (
  <For each={toasts().filter((toast) => (toast.kind === 'error') === errors)}>
    {(toast) => {
      createEffect(() => {
        if (toast.action?.while?.() === false) drop(toast.id)
      })
      return (
        <Notice
          kind={toast.kind}
          onClose={() => drop(toast.id)}
          action={
            toast.action && (
              <Button
                small
                onClick={() => {
                  toast.action?.onClick()
                  drop(toast.id)
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

/** Where toasts appear; once in the page. */
export const Toaster: Component = () => (
  <div class="toasts">
    <div role="status">{list(false)}</div>
    <div role="alert">{list(true)}</div>
  </div>
)
