import { createEffect, createUniqueId, onCleanup, Show, type Component, type JSX } from 'solid-js'
import X from 'lucide-solid/icons/x'
import { IconButton } from './IconButton.tsx'
import { Toaster } from './toasts.tsx'
import { texts } from './texts.ts'
import './Dialog.css'

/** See {@link Dialog}. */
export interface DialogProps {
  title: string
  open: boolean
  /** Escape, the close button, a click beside it (not for `alert`). Set `open` to false. */
  onClose(): void
  children: JSX.Element
  footer?: JSX.Element
  wide?: boolean | undefined
  /** Role alertdialog. */
  alert?: boolean | undefined
}

/** A modal dialog: a native `<dialog>`, so that focus stays inside and returns to where it was. */
export const Dialog: Component<DialogProps> = (props) => {
  const id = createUniqueId()
  return (
    <Show when={props.open}>
      <dialog
        ref={(element) =>
          createEffect(() => {
            if (!element.open && element.isConnected) element.showModal()
            // Closed before it is taken away, so that the focus returns to where it was.
            onCleanup(() => element.close())
          })
        }
        class="dialog"
        classList={{ 'dialog-wide': props.wide ?? false }}
        role={props.alert ? 'alertdialog' : 'dialog'}
        aria-modal="true"
        aria-labelledby={id}
        on:cancel={(event: Event) => {
          event.preventDefault()
          props.onClose()
        }}
        on:close={(event: Event) => {
          // The browser tells of it later: of a dialog that was taken away, when another one may be open already.
          if ((event.currentTarget as Element).isConnected && props.open) props.onClose()
        }}
        on:pointerdown={(event: PointerEvent) => {
          if (event.target === event.currentTarget && !props.alert) props.onClose()
        }}
      >
        <div class="dialog-box">
          <header class="dialog-head">
            <h2 id={id}>{props.title}</h2>
            <IconButton label={texts.close} icon={X} onClick={() => props.onClose()} />
          </header>
          <div class="dialog-body">{props.children}</div>
          <Toaster dialog />
          <Show when={props.footer}>
            <footer class="dialog-foot">{props.footer}</footer>
          </Show>
        </div>
      </dialog>
    </Show>
  )
}
