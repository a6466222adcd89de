import { For, Show, type Component } from 'solid-js'
import { formatSize } from '#engine/base/format-size.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/overlays/Dialog.tsx'
import { copyText } from '../steps/copy-text.ts'
import type { DialogProps } from '../page/dialogs.ts'
import { settingsTexts as texts } from './settings/settings-texts.ts'
import './settings/settings.css'

const sizeOf = (text: string) => formatSize(new TextEncoder().encode(text).length)

/** Every request that went to a model, byte by byte. */
const SentDialog: Component<DialogProps<'sent-prompts'>> = (props) => {
  return (
    <Dialog
      title={texts.sentTitle}
      open
      wide
      onClose={props.onClose}
      footer={
        <Button onClick={() => void copyText(props.request.sent.map(({ body }) => body).join('\n\n'), texts.copied)}>
          {texts.copy}
        </Button>
      }
    >
      <p class="assistant-settings-note">{texts.sentIntro}</p>
      <Show when={props.request.sent.length > 0} fallback={<p>{texts.sentNone}</p>}>
        <For each={props.request.sent}>
          {({ to, body }, index) => {
            const title = texts.prompt(index() + 1, to, sizeOf(body))
            return (
              <section class="sent-prompt" aria-label={title}>
                <h3>{title}</h3>
                <pre tabindex="0" aria-label={title}>
                  {body}
                </pre>
              </section>
            )
          }}
        </For>
      </Show>
    </Dialog>
  )
}

export default SentDialog
