import { For, Show, type Component } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { phaseNames, phasesOf } from '#engine/ports/http/phases.ts'
import { messageTexts } from '../results/message-texts.ts'
import './phase-table.css'

/** Where the time of an exchange went: a bar for each phase, each starting where the one before it ends. */
export const PhaseTable: Component<{ exchange: Exchange }> = (props) => {
  const rows = () => {
    const phases = props.exchange.connecting && phasesOf(props.exchange)
    if (!phases) return []
    const whole = Math.max(props.exchange.duration, Number.MIN_VALUE)
    let at = 0
    return phaseNames.flatMap((name) => {
      const duration = phases[name]
      if (duration === undefined) return []
      const left = Math.min(100, (at / whole) * 100)
      at += duration
      return [{ name, duration, left, width: Math.min(100 - left, (duration / whole) * 100) }]
    })
  }
  return (
    <Show when={rows().length > 0}>
      <table class="phase-table" aria-label={messageTexts.exchange.timing}>
        <tbody>
          <For each={rows()}>
            {({ name, duration, left, width }) => (
              <tr>
                <th scope="row">{messageTexts.exchange.phases[name]}</th>
                <td class="phase-table-time">{describeDuration(duration)}</td>
                <td class="phase-table-track" aria-hidden="true">
                  <i class={`phase-table-bar phase-table-${name}`} style={{ left: `${left}%`, width: `${width}%` }} />
                </td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </Show>
  )
}
