import { Show, type Component } from 'solid-js'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { useRun } from './run-context.ts'
import { runOf } from './run-name.ts'
import type { RunDetails, RunSession, StepPlace } from './session/run-session-type.ts'
import { messageTexts } from './results/message-texts.ts'
import { runTexts as texts } from './texts.ts'

/** Reactive: the selected step if the run that is shown does not have it, and will not. */
export function notInRun(session: RunSession, details: RunDetails): StepPlace | undefined {
  details.version()
  const own = session.selected()
  if (!own || details.stepAt(own) || (details.goesOn() && !details.caseAt(own))) return undefined
  return own
}

/** Shown in place of a step's messages if the run that is shown did not have it: which run did, and the way there. */
export const NotInRun: Component<{ place: StepPlace }> = (props) => {
  const { session, details } = useRun()
  const t = texts.run.notPart
  const last = () => {
    const run = details.knownRun(props.place.case, props.place.step)
    const outcome = session.step(props.place.case, props.place.step)?.outcome
    return run && outcome && run.run !== details.run() ? { ...run, outcome } : undefined
  }
  return (
    <Show
      when={last()}
      fallback={<EmptyState title={messageTexts.exchange.notRun.title} text={messageTexts.exchange.notRun.text} />}
    >
      {(found) => (
        <EmptyState
          title={t.title(details.isFresh() ? texts.run.this : texts.run.the(runOf(session.report()?.startedAt ?? '')))}
          text={t.last(runOf(found().startedAt), texts.outcomes[found().outcome].toLowerCase())}
          action={<Button onClick={() => void details.open(found().run)}>{t.open(runOf(found().startedAt))}</Button>}
        />
      )}
    </Show>
  )
}
