import { createResource, onCleanup, Show, type Component } from 'solid-js'
import { decodeCharset, typeOf } from '#engine/base/encoding/media-type.ts'
import { messageTexts } from '../results/message-texts.ts'
import type { BodySource } from './body.ts'
import { previewKind, sandboxed } from './preview-document.ts'

/** A page or picture as a browser shows it; nothing of it runs, and nothing of it is fetched. */
export const Preview: Component<{ source: BodySource; name: string }> = (props) => {
  let made: string | undefined
  const [content] = createResource(
    () => props.source,
    async (source) => {
      const bytes = await source.read(0, source.size)
      if (!bytes) return undefined
      if (previewKind(source.mediaType) === 'page')
        return { page: sandboxed(decode(bytes, decodeCharset(bytes, source.mediaType))) }
      made = URL.createObjectURL(new Blob([bytes.slice()], { type: typeOf(source.mediaType) }))
      return { picture: made }
    },
  )
  onCleanup(() => made && URL.revokeObjectURL(made))
  const label = () => messageTexts.response.previewLabel(props.name)
  return (
    <Show when={content.state === 'ready'}>
      <Show when={content()} fallback={<p class="response-plain">{messageTexts.response.gone}</p>}>
        {(found) => (
          <>
            <Show when={found().page}>
              {(page) => (
                <iframe class="response-preview" title={label()} sandbox="" referrerpolicy="no-referrer" srcdoc={page()} />
              )}
            </Show>
            <Show when={found().picture}>
              {(picture) => (
                <div class="response-picture">
                  <img src={picture()} alt={label()} />
                </div>
              )}
            </Show>
          </>
        )}
      </Show>
    </Show>
  )
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // An unknown charset: as the text views do.
    return new TextDecoder().decode(bytes)
  }
}
