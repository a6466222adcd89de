import { createSignal, Match, Show, Switch, type Component } from 'solid-js'
import { formatSize } from '#engine/base/format-size.ts'
import { Button } from '../../components/Button.tsx'
import { messageTexts } from '../results/message-texts.ts'
import type { BodyState } from './body.ts'
import { SHOW_LIMIT } from './media.ts'

const texts = messageTexts.response

/** A body of which nothing can be shown, or not yet: why, and what can be done. */
export const UnreadBody: Component<{ state: BodyState; size: number; onLoad(): void; onCancel(): void }> = (props) => {
  const inPhase = <Phase extends BodyState['phase']>(phase: Phase) =>
    props.state.phase === phase ? (props.state as Extract<BodyState, { phase: Phase }>) : undefined
  const again = () => (
    <Button small onClick={() => props.onLoad()}>
      {texts.again}
    </Button>
  )
  return (
    <Switch>
      <Match when={inPhase('empty')}>
        <p class="response-plain">{texts.emptyBody}</p>
      </Match>
      <Match when={inPhase('gone')}>
        <p class="response-plain">{texts.gone}</p>
      </Match>
      <Match when={inPhase('too-large')}>
        <p class="response-plain">{texts.tooLarge(formatSize(props.size), formatSize(SHOW_LIMIT))}</p>
      </Match>
      <Match when={inPhase('cancelled')}>
        <p class="response-plain">
          {texts.cancelled} {again()}
        </p>
      </Match>
      <Match when={inPhase('failed')}>
        {(failed) => (
          <p class="response-plain">
            {texts.failedToRead(failed().reason)} {again()}
          </p>
        )}
      </Match>
      <Match when={inPhase('loading')}>
        {(loading) => <Loading done={loading().done} size={props.size} onCancel={() => props.onCancel()} />}
      </Match>
    </Switch>
  )
}

/** Shown only if loading takes long enough to notice. */
const Loading: Component<{ done: number; size: number; onCancel(): void }> = (props) => {
  const [late, setLate] = createSignal(false)
  setTimeout(() => setLate(true), 150)
  return (
    <Show when={late()}>
      <div class="response-plain">
        <p>{texts.progress(formatSize(props.done), formatSize(props.size))}</p>
        <progress aria-label={texts.loading} max={props.size} value={props.done} />{' '}
        <Button small onClick={() => props.onCancel()}>
          {texts.cancel}
        </Button>
      </div>
    </Show>
  )
}
