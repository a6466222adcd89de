import { createEffect, createUniqueId, onCleanup, Show, type Component, type JSX } from 'solid-js'
import X from 'lucide-solid/icons/x'
import { IconButton } from '../IconButton.tsx'
import { Toaster } from './toasts.tsx'
import { componentTexts as texts } from '../texts.ts'
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

/** The browser gives the focus to the first control, which is Close: it goes to the first field of what the dialog is about. */
function leaveClose(dialog: HTMLDialogElement): void {
  if (!document.activeElement?.closest('.dialog-head')) return
  const usable = ':is(input, select, textarea, button, [tabindex="0"]):not(:disabled, [hidden], [type=file])'
  const controls = dialog.querySelectorAll<HTMLElement>(`.dialog-body ${usable}, .dialog-foot .button-primary:not(:disabled)`)
  ;[...controls].find((control) => control.getClientRects().length > 0)?.focus()
}

/** A modal dialog: a native `<dialog>`, so that focus stays inside and returns to where it was. */
export const Dialog: Component<DialogProps> = (props) => {
  const id = createUniqueId()
  return (
    <Show when={props.open}>
      <dialog
        ref={(element) =>
          createEffect(() => {
            if (!element.open && element.isConnected) {
              element.showModal()
              leaveClose(element)
            }
            // Taken away while something in it is loaded and put back, it would no longer be modal.
            const seen = new ResizeObserver(() => {
              if (!element.open || !element.isConnected || element.matches(':modal')) return
              element.removeAttribute('open')
              element.showModal()
            })
            seen.observe(element)
            onCleanup(() => seen.disconnect())
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
