import { createSignal, Show, type Component } from 'solid-js'
import { messageWithHint } from '#engine/base/errors.ts'
import type { Turn } from '#engine/assistant/turn.ts'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { componentTexts } from '../components/texts.ts'
import { useProject } from '../project/project-context.ts'
import type { Entry } from './conversation.ts'
import { assistantSession } from './session.ts'
import { assistantTexts as texts } from './texts.ts'

/** A message held a secret: it is not kept, and can become a secret variable before anything else happens with it. */
export const WithheldSecret: Component<{ withheld: NonNullable<Turn['withheld']>; entry: Entry }> = (props) => {
  const session = assistantSession(useProject())
  const names = () => props.withheld.variables.join(', ')
  const [decided, setDecided] = createSignal<string>()
  const [problem, setProblem] = createSignal('')
  const keep = async () => {
    setProblem('')
    setDecided('')
    try {
      await session.keepSecret(props.entry.id)
      setDecided(texts.secretKept(names()))
    } catch (thrown) {
      setProblem(componentTexts.secret.notStored(names(), messageWithHint(thrown)))
      setDecided(undefined)
    }
  }
  return (
    <Notice
      kind="warning"
      action={
        <Show when={decided() === undefined && session.holds(props.entry.id)}>
          <Button small onClick={() => void keep()}>
            {texts.makeSecret(names())}
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
      {texts.secretHeld} {decided()} {problem()}
    </Notice>
  )
}
