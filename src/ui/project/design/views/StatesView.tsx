import { createMemo, For, Show, type Component } from 'solid-js'
import { AssayError } from '#engine/base/errors.ts'
import { machineOf } from '#engine/design/crud/machine.ts'
import { anyModel, type AnyModel } from '../editors/any-model.ts'
import { useDesigner } from '../designer-context.ts'
import { designTexts } from '../texts.ts'
import { layoutOf, lineHeight } from './graph-layout.ts'
import type { ViewProps } from './view-props.ts'
import { takenBy } from './covered-transitions.ts'

const t = designTexts.views
/** States that are drawn. */
const most = 60

/** The state machine as a graph: which transitions the tests take, and which of them the chosen test. */
const StatesView: Component<ViewProps> = (props) => {
  const designer = useDesigner()
  /** A life is drawn as the machine that it is; of one that can't be one there are no tests. */
  const model = createMemo((): AnyModel => {
    if (props.design.method !== 'crud') return anyModel(props.design)
    try {
      return machineOf(props.design)
    } catch (thrown) {
      if (!(thrown instanceof AssayError)) throw thrown
      return {}
    }
  })
  const transitions = () => model().transitions ?? []
  const isSmall = () => (model().states ?? []).length <= most
  const layout = createMemo(() => (isSmall() ? layoutOf(model().states ?? [], model().initial ?? '', transitions()) : undefined))
  const taken = createMemo(() => props.result.tests.map((test) => takenBy(transitions(), test)))
  const counts = createMemo(() => transitions().map((_, index) => taken().filter((one) => one.has(index)).length))
  const chosen = () => {
    const at = designer.chosen()
    return at === undefined ? undefined : taken()[at]
  }
  const eventsOf = (edge: { transitions: readonly number[] }) =>
    edge.transitions.map((index) => {
      const one = transitions()[index]
      return one ? `${one.event}${one.guard ? ` [${one.guard}]` : ''}` : ''
    })
  const stateOf = (edge: { transitions: readonly number[] }) => {
    if (edge.transitions.some((index) => chosen()?.has(index))) return 'chosen'
    const some = edge.transitions.filter((index) => (counts()[index] ?? 0) > 0).length
    return some === edge.transitions.length ? 'covered' : some > 0 ? 'partly' : 'uncovered'
  }
  return (
    <Show when={layout()} fallback={<p class="overview-hint">{t.tooMany((model().states ?? []).length, most)}</p>}>
      {(graph) => (
        <>
          <div class="designer-drawing" tabindex="0" role="region" aria-label={t.states}>
            <svg
              width={graph().width}
              height={graph().height}
              viewBox={`0 0 ${graph().width} ${graph().height}`}
              role="img"
              aria-label={t.graph(graph().states.length, counts().filter((count) => count > 0).length, transitions().length)}
            >
              <defs>
                <For each={['covered', 'partly', 'uncovered', 'chosen']}>
                  {(kind) => (
                    <marker
                      id={`arrow-${kind}`}
                      viewBox="0 0 8 8"
                      refX="7"
                      refY="4"
                      markerWidth="7"
                      markerHeight="7"
                      orient="auto"
                    >
                      <path d="M 0 0 L 8 4 L 0 8 z" class={`designer-arrow designer-edge-${kind}`} />
                    </marker>
                  )}
                </For>
              </defs>
              <For each={graph().edges}>
                {(edge) => (
                  <g class={`designer-edge designer-edge-${stateOf(edge)}`}>
                    <path d={edge.path} marker-end={`url(#arrow-${stateOf(edge)})`} />
                    <For each={eventsOf(edge)}>
                      {(event, line) => (
                        <text
                          x={edge.label.x}
                          y={edge.label.y - (eventsOf(edge).length - 1 - line()) * lineHeight}
                          text-anchor="middle"
                        >
                          {event.length > 24 ? `${event.slice(0, 23)}…` : event}
                        </text>
                      )}
                    </For>
                  </g>
                )}
              </For>
              <For each={graph().states}>
                {(state) => (
                  <g class="designer-state" classList={{ 'designer-state-initial': state.name === model().initial }}>
                    <rect x={state.x - state.width / 2} y={state.y - 17} width={state.width} height="34" rx="8" />
                    <text x={state.x} y={state.y + 4} text-anchor="middle">
                      {state.name.length > 22 ? `${state.name.slice(0, 21)}…` : state.name}
                    </text>
                    <Show when={state.name === model().initial}>
                      <circle cx={state.x - state.width / 2 - 26} cy={state.y} r="5" />
                      <path
                        d={`M ${state.x - state.width / 2 - 20} ${state.y} L ${state.x - state.width / 2 - 2} ${state.y}`}
                        marker-end="url(#arrow-covered)"
                      />
                    </Show>
                  </g>
                )}
              </For>
            </svg>
          </div>
          <ul class="designer-legend" aria-hidden="true">
            <li class="designer-key-covered">{t.covered}</li>
            <li class="designer-key-uncovered">{t.uncovered}</li>
            <li class="designer-key-chosen">{t.chosen}</li>
          </ul>
          <ul class="visually-hidden">
            <For each={transitions()}>
              {({ from, event, to }, index) => <li>{t.edge(from, event, to, counts()[index()] ?? 0)}</li>}
            </For>
          </ul>
        </>
      )}
    </Show>
  )
}

export default StatesView
