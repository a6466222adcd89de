import { For, type Component } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import type { StepReport } from '#engine/runner/report.ts'
import { texts } from './texts.ts'
import { phaseBars } from './waterfall.ts'

/** A bar of the waterfall; that of a request is divided into its phases, where they are known. */
export const PhasedBar: Component<{
  place: { left: number; width: number }
  outcome: string | undefined
  /** From when it is, and how long. */
  title: string
  step: StepReport | undefined
}> = (props) => {
  const phases = () => (props.step ? phaseBars(props.step) : [])
  const title = () =>
    [props.title, ...phases().map(({ name, duration }) => `${texts.phases[name]} ${describeDuration(duration)}`)].join(' · ')
  return (
    <i
      class={`result-bar result-bar-${props.outcome ?? 'none'}`}
      style={{ left: `${props.place.left}%`, width: `${props.place.width}%` }}
      title={title()}
    >
      <For each={phases()}>
        {({ name, left, width }) => (
          <b class={`result-phase result-phase-${name}`} style={{ left: `${left}%`, width: `${width}%` }} />
        )}
      </For>
    </i>
  )
}
