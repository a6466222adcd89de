import { For, Show, type Component } from 'solid-js'
import { referenceLink, splitReferences } from './standard-reference.ts'
import './StandardReferences.css'

/** References such as `RFC 6749 section 4.1.1`, each linked where it has a URL. */
export const StandardReferences: Component<{ text: string | undefined }> = (props) => (
  <For each={splitReferences(props.text ?? '').filter(Boolean)}>
    {(reference) => (
      <>
        <Show when={referenceLink(reference)} fallback={<span class="standard-reference">{reference}</span>}>
          {(link) => (
            <a class="standard-reference" href={link()} target="_blank" rel="noopener noreferrer">
              {reference}
            </a>
          )}
        </Show>{' '}
      </>
    )}
  </For>
)
