import { createEffect, createMemo, createSignal, on, Show, type Component } from 'solid-js'
import type { StepDetails } from '#engine/reporters/html/details.ts'
import { arrowsOf, faultyArrow } from '#engine/oauth/record/sequence.ts'
import type { StepReport } from '#engine/runner/report/report.ts'
import { SequenceDiagram } from '../run/exchange/SequenceDiagram.tsx'
import '../run/exchange/exchange.css'
import { Message } from './Message.tsx'

/** Messages as the page draws them, and below the diagram the one that is open: at first where it failed, else the last. */
export const Messages: Component<{ step: StepReport | undefined; details: StepDetails }> = (props) => {
  const exchanges = createMemo(() => props.details.exchanges ?? [])
  const arrows = createMemo(() => arrowsOf(exchanges()))
  const broken = () => props.step?.outcome === 'broken'
  const faulty = createMemo(() => (broken() ? faultyArrow(arrows(), props.step?.code) : -1))
  const [open, setOpen] = createSignal<string>()
  createEffect(on(exchanges, () => setOpen(undefined), { defer: true }))
  const arrow = () => arrows().find(({ id }) => id === open()) ?? arrows()[faulty()] ?? arrows().at(-1)
  let message: HTMLElement | undefined
  const choose = (id: string) => {
    setOpen(id)
    message?.scrollIntoView({ block: 'nearest' })
  }
  const exchange = () => exchanges()[arrow()?.exchange ?? -1]
  return (
    <>
      <div class="report-diagram">
        <SequenceDiagram
          arrows={arrows()}
          open={open()}
          faulty={faulty()}
          blamed={broken()}
          onOpen={choose}
          diagnosis={undefined}
        />
      </div>
      <Show when={exchange()} keyed>
        {(one) => (
          <Message
            ref={(element) => (message = element)}
            exchange={one}
            body={props.details.bodies?.[one.id]}
            notes={props.details.notes ?? {}}
          />
        )}
      </Show>
    </>
  )
}
