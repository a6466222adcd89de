import { Show, type Component } from 'solid-js'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import ChevronUp from 'lucide-solid/icons/chevron-up'
import { IconButton } from '../../components/IconButton.tsx'
import { formatCount } from '../format.ts'
import { messageTexts } from '../results/message-texts.ts'
import type { BodySearch } from './body-search.ts'

const texts = messageTexts.response

/** The field of a {@link BodySearch}, how much it found, and the way through it; Enter goes on, Shift+Enter back. */
export const SearchBar: Component<{ search: BodySearch }> = (props) => {
  const isIdle = () => !props.search.found()?.count
  return (
    <div class="response-search" role="search">
      <input
        type="search"
        class="response-input"
        aria-label={texts.search}
        placeholder={texts.search}
        value={props.search.needle()}
        onInput={(event) => props.search.setNeedle(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') props.search.step(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape' && props.search.needle() !== '') {
            event.stopPropagation()
            props.search.setNeedle('')
          }
        }}
      />
      <Show when={props.search.found()}>
        {(found) => (
          <span class="response-matches" role="status">
            {found().count === 0
              ? texts.noMatches
              : texts.matches(props.search.current() + 1, formatCount(found().count) + (found().more ? '+' : ''))}
          </span>
        )}
      </Show>
      <IconButton label={texts.previous} icon={ChevronUp} disabled={isIdle()} onClick={() => props.search.step(-1)} />
      <IconButton label={texts.next} icon={ChevronDown} disabled={isIdle()} onClick={() => props.search.step(1)} />
    </div>
  )
}
