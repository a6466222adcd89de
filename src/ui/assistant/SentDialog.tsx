import { For, Show, type Component } from 'solid-js'
import { formatSize } from '#engine/base/format-size.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { copyText } from '../steps/copy-text.ts'
import type { DialogProps } from '../page/dialogs.ts'
import { settingsTexts as texts } from './settings-texts.ts'
import './settings.css'

const sizeOf = (text: string) => formatSize(new TextEncoder().encode(text).length)

/** Every prompt that went to a model, as it was. */
const SentDialog: Component<DialogProps<'sent-prompts'>> = (props) => {
  return (
    <Dialog
      title={texts.sentTitle}
      open
      wide
      onClose={props.onClose}
      footer={
        <Button onClick={() => void copyText(JSON.stringify(props.request.sent, null, 2), texts.copied)}>{texts.copy}</Button>
      }
    >
      <p class="assistant-settings-note">{texts.sentIntro}</p>
      <Show when={props.request.sent.length > 0} fallback={<p>{texts.sentNone}</p>}>
        <For each={props.request.sent}>
          {({ to, messages }, index) => {
            const title = texts.prompt(index() + 1, to, sizeOf(messages.map(({ content }) => content).join('')))
            return (
              <section class="sent-prompt" aria-label={title}>
                <h3>{title}</h3>
                <For each={messages}>
                  {({ role, content }) => (
                    <div class="sent-message">
                      <h4>{role}</h4>
                      <pre tabindex="0" aria-label={role}>
                        {content}
                      </pre>
                    </div>
                  )}
                </For>
              </section>
            )
          }}
        </For>
      </Show>
    </Dialog>
  )
}

export default SentDialog
