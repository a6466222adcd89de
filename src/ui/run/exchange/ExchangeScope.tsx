import { createMemo, Show, type Component } from 'solid-js'
import { RadioBar } from '../../components/fields/RadioBar.tsx'
import { messageTexts } from '../results/message-texts.ts'
import { useRun } from '../run-context.ts'

/** Shows the messages of the chosen step, or of its whole case as one conversation. */
export const ExchangeScope: Component = () => {
  const { session, details } = useRun()
  const t = messageTexts.exchange.scope
  /** The case that the step, or the group, is of; in runs of more than one suite too. */
  const around = createMemo(
    () => {
      details.version()
      const id = details.group()?.case ?? (details.group() ? undefined : session.selected()?.case)
      const suite = session.report()?.suites.find(({ cases }) => cases.some((one) => one.id === id))
      return id !== undefined && suite ? { suite: suite.id, case: id } : undefined
    },
    undefined,
    { equals: (a, b) => a?.suite === b?.suite && a?.case === b?.case },
  )
  const step = () => session.selected()
  return (
    <Show when={around()}>
      {(group) => (
        <div class="exchange-scope">
          <RadioBar
            small
            label={t.label}
            value={details.group() ? 'all' : 'step'}
            options={[
              { value: 'step', label: t.step },
              { value: 'all', label: t.all },
            ]}
            onChange={(value) => (value === 'all' ? details.selectGroup(group()) : step() && session.select(step()))}
          />
        </div>
      )}
    </Show>
  )
}
