import { createSignal, Show, type Component } from 'solid-js'
import type { Turn } from '#engine/assistant/turn.ts'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { useProject } from '../project/project-context.ts'
import type { Entry } from './conversation.ts'
import { assistantSession } from './session.ts'
import { texts } from './texts.ts'

/** A message held a secret: it is not kept, and can become a secret variable before anything else happens with it. */
export const WithheldSecret: Component<{ withheld: NonNullable<Turn['withheld']>; entry: Entry }> = (props) => {
  const session = assistantSession(useProject())
  const [decided, setDecided] = createSignal<string>()
  return (
    <Notice
      kind="warning"
      action={
        <Show when={decided() === undefined && session.holds(props.entry.id)}>
          <Button
            small
            onClick={() => {
              setDecided(texts.secretKept(props.withheld.variable))
              void session.keepSecret(props.entry.id)
            }}
          >
            {texts.makeSecret(props.withheld.variable)}
          </Button>
          <Button
            small
            kind="ghost"
            onClick={() => {
              setDecided('')
              void session.dropSecret(props.entry.id)
            }}
          >
            {texts.goOnWithout}
          </Button>
        </Show>
      }
    >
      {texts.secretHeld} {decided()}
    </Notice>
  )
}
