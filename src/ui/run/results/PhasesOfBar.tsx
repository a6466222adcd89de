import { For, type Component } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import type { StepReport } from '#engine/runner/report/report.ts'
import { phaseBars } from './phase-bars.ts'

const names = { dns: 'name', connect: 'connection', tls: 'TLS', wait: 'waiting', receive: 'receiving' }

/** Divides a bar of the waterfall into the phases of its request. Loaded when phases are known, which a browser doesn't tell. */
const PhasesOfBar: Component<{
  /** What the bar says by itself. */
  title: string
  step: StepReport
}> = (props) => {
  const phases = () => phaseBars(props.step)
  return (
    <span
      class="result-phases"
      title={[props.title, ...phases().map(({ name, duration }) => `${names[name]} ${describeDuration(duration)}`)].join(' · ')}
    >
      <For each={phases()}>
        {({ name, left, width }) => (
          <b class={`result-phase result-phase-${name}`} style={{ left: `${left}%`, width: `${width}%` }} />
        )}
      </For>
    </span>
  )
}
export default PhasesOfBar
