import type { Component, JSX } from 'solid-js'

/** A bar of the waterfall. */
export const ResultBar: Component<{
  /** In percent of the scale. */
  place: { left: number; width: number }
  outcome: string | undefined
  /** From when it is, and how long. */
  title: string
  children?: JSX.Element
}> = (props) => (
  <i
    class={`result-bar result-bar-${props.outcome ?? 'none'}`}
    style={{ left: `${props.place.left}%`, width: `${props.place.width}%` }}
    title={props.title}
  >
    {props.children}
  </i>
)
