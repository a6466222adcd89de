import { createResource, onCleanup, Show, type Component } from 'solid-js'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { messageTexts } from '../results/message-texts.ts'
import { useRun } from '../run-context.ts'

/** The picture of a page that a script was on, as it was kept with its run. */
export const LoginPicture: Component<{ exchange: Exchange; run: string }> = (props) => {
  const { details } = useRun()
  const [picture] = createResource(
    () => ({ id: props.exchange.response?.body?.id, run: props.run }),
    async ({ id, run }) => {
      const bytes = id ? await details.body(run, id) : undefined
      return bytes && URL.createObjectURL(new Blob([bytes.slice()], { type: 'image/png' }))
    },
  )
  onCleanup(() => {
    const made = picture.latest
    if (made !== undefined) URL.revokeObjectURL(made)
  })
  return (
    <Show when={picture()}>
      {(address) => (
        <img
          class="message-picture"
          src={address()}
          alt={messageTexts.exchange.picture(props.exchange.response?.statusText ?? '')}
        />
      )}
    </Show>
  )
}
