import { isoDay } from '#engine/base/iso-day.ts'
import { createMemo, For, Show, type Component } from 'solid-js'
import { anyModel, type AnyClass, type AnyParameter } from '../editors/any-model.ts'
import { useDesigner } from '../designer-context.ts'
import { designTexts } from '../texts.ts'
import type { ViewProps } from './view-props.ts'

const t = designTexts.views
/** Pixels beside the first and the last value, of one character, and between two values: at least, and at most. */
const [beside, character, nearest, farthest] = [48, 6.8, 76, 120]

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  const time = typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isNaN(time) ? undefined : time
}

/** The classes of each parameter on a line, with the values that are tested. */
const BoundariesView: Component<ViewProps> = (props) => {
  const designer = useDesigner()
  const parameters = () => (anyModel(props.design).parameters ?? []).filter(({ classes }) => classes !== undefined)
  return (
    <div class="designer-drawing" tabindex="0" role="region" aria-label={t.line}>
      <For each={parameters()}>
        {(parameter) => {
          const points = createMemo(() => [
            ...new Set(props.result.tests.flatMap(({ values }) => numberOf(values[parameter.name]) ?? [])),
          ])
          const scale = createMemo(() => scaleOf(parameter, points()))
          const place = () => scale().place
          const width = () => scale().width
          const chosen = () => {
            const at = designer.chosen()
            return at === undefined ? undefined : numberOf(props.result.tests[at]?.values[parameter.name])
          }
          const ends = (one: AnyClass) => {
            const from = numberOf(one.from)
            const to = numberOf(one.to)
            return { from: from === undefined ? 8 : place()(from) - 5, to: to === undefined ? width() - 8 : place()(to) + 5 }
          }
          return (
            <figure class="designer-line">
              <figcaption>{parameter.name}</figcaption>
              <svg
                width={width()}
                height="92"
                viewBox={`0 0 ${width()} 92`}
                role="img"
                aria-label={t.line4(parameter.name, points().length)}
              >
                <For each={parameter.classes}>
                  {(one) => (
                    <g class={one.valid === false ? 'designer-class-invalid' : 'designer-class-valid'}>
                      <rect x={ends(one).from} y="24" width={Math.max(4, ends(one).to - ends(one).from)} height="12" rx="3" />
                      <text x={(ends(one).from + ends(one).to) / 2} y="16" text-anchor="middle">
                        {one.name}
                      </text>
                    </g>
                  )}
                </For>
                <For each={points().toSorted((a, b) => a - b)}>
                  {(value, index) => (
                    <g class="designer-point" classList={{ 'designer-point-chosen': chosen() === value }}>
                      <circle cx={place()(value)} cy="30" r="4" />
                      <text x={place()(value)} y={54 + (index() % scale().lines) * 13} text-anchor="middle">
                        {shownPoint(parameter, value)}
                      </text>
                    </g>
                  )}
                </For>
              </svg>
              <Show when={points().length === 0}>
                <p class="overview-hint">{designTexts.tests.none}</p>
              </Show>
            </figure>
          )
        }}
      </For>
    </div>
  )
}

const shownPoint = ({ type }: AnyParameter, value: number): string =>
  type === 'date' ? isoDay(value) : type === 'date-time' ? new Date(value).toISOString() : String(value)

/** Where values are drawn. */
interface Scale {
  width: number
  place(value: number): number
  /** Lines that the values are in, one under the other, where there is no room for them in one. */
  lines: number
}

/** Every value that matters is as far from the next as any other: a line to scale would hide neighbors of a boundary. */
function scaleOf(parameter: AnyParameter, points: readonly number[]): Scale {
  const bounds = (parameter.classes ?? []).flatMap(({ from, to }) => [numberOf(from) ?? [], numberOf(to) ?? []].flat())
  const stops = [...new Set([...points, ...bounds])].toSorted((a, b) => a - b)
  const widest = Math.max(0, ...points.map((one) => shownPoint(parameter, one).length)) * character + 8
  const step = Math.max(nearest, Math.min(farthest, widest))
  return {
    width: 2 * beside + Math.max(0, stops.length - 1) * step,
    place: (value) => beside + stops.indexOf(value) * step,
    lines: Math.ceil(widest / step),
  }
}

export default BoundariesView
