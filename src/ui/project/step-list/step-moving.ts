import { createSignal } from 'solid-js'
import type { Case } from '#engine/project/schema.ts'
import { useProject } from '../project-context.ts'
import type { StepSelection } from './step-selection.ts'
import { stepRowHeight } from './StepRow.tsx'

/** See {@link createStepMoving}. */
export interface StepMoving {
  /** Moves the chosen steps one place up or down. */
  by(id: string, delta: -1 | 1): void
  /** Before which step a drop would put them, while they are dragged over the list. */
  over(): number | undefined
  /** Whether a step is among those that are being dragged. */
  dragged(id: string): boolean
  /** A step began or ceased to be dragged. */
  drag(id: string, on: boolean): void
  /** For the list. */
  events: {
    onDragOver(event: DragEvent & { currentTarget: HTMLElement }): void
    onDragLeave(event: DragEvent & { currentTarget: HTMLElement }): void
    onDrop(event: DragEvent & { currentTarget: HTMLElement }): void
  }
}

/** Moves the chosen steps of the open case, by key and by dragging. */
export function createStepMoving(opened: () => Case, selection: StepSelection): StepMoving {
  const { actions } = useProject()
  const [over, setOver] = createSignal<number>()
  const [dragging, setDragging] = createSignal(false)
  const count = () => opened().steps.length
  const dropIndex = (event: DragEvent & { currentTarget: HTMLElement }) => {
    const box = event.currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(count(), Math.round((event.clientY - box.top) / stepRowHeight)))
  }
  return {
    by(id, delta) {
      const ids = selection.chosenWith(id)
      const places = ids.flatMap((one) => selection.position(one) ?? []).toSorted((a, b) => a - b)
      const edge = delta < 0 ? places[0] : places.at(-1)
      if (edge === undefined) return
      const to = delta < 0 ? edge - 1 : edge + 2
      if (to < 0 || to > count()) return
      actions.moveStepsTo(opened().id, ids, to)
      requestAnimationFrame(() => selection.focus(id))
    },
    over,
    dragged: (id) => dragging() && selection.chosenWith(selection.current() ?? id).includes(id),
    drag(id, on) {
      selection.setCurrent(id)
      setDragging(on)
      if (on) selection.pointAt(id)
      else setOver(undefined)
    },
    events: {
      onDragOver(event) {
        if (!dragging()) return
        event.preventDefault()
        setOver(dropIndex(event))
      },
      // Going from one row to the next leaves a row, not the list.
      onDragLeave(event) {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(undefined)
      },
      onDrop(event) {
        event.preventDefault()
        const moved = selection.current()
        if (dragging() && moved !== undefined) actions.moveStepsTo(opened().id, selection.chosenWith(moved), dropIndex(event))
        setOver(undefined)
      },
    },
  }
}
