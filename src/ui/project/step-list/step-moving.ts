import { createSignal } from 'solid-js'
import type { Case } from '#engine/project/format/schema.ts'
import { useProject } from '../project-context.ts'
import type { Lines } from '../../components/lists/scroller.ts'
import { dropTarget, moveTarget } from '../nesting/move-target.ts'
import type { StepSelection } from './step-selection.ts'

/** See {@link createStepMoving}. */
export interface StepMoving {
  /** Moves the chosen steps one place up or down. */
  by(id: string, delta: -1 | 1): void
  /** Before which row a drop would put them, while they are dragged over the list. */
  over(): number | undefined
  /** Whether a step is among those that are being dragged. */
  dragged(id: string): boolean
  /** A step started or ceased to be dragged. */
  drag(id: string, on: boolean): void
  /** For the list. */
  events: {
    onDragOver(event: DragEvent & { currentTarget: HTMLElement }): void
    onDragLeave(event: DragEvent & { currentTarget: HTMLElement }): void
    onDrop(event: DragEvent & { currentTarget: HTMLElement }): void
  }
}

/** Moves the chosen steps of the open case, by key and by dragging. */
export function createStepMoving(
  opened: () => Case,
  selection: StepSelection,
  list: { lines: Lines; indices(): readonly number[]; rowOf(index: number): number },
): StepMoving {
  const { actions, nesting } = useProject()
  const [over, setOver] = createSignal<number>()
  const [dragging, setDragging] = createSignal(false)
  /** The indices of steps, with those of what is nested under them. */
  const placesOf = (ids: readonly string[]) =>
    nesting.withNested(opened().id, ids).flatMap((one) => selection.position(one) ?? [])
  /** Before which step of the case a drop would put them. */
  const dropIndex = (event: DragEvent & { currentTarget: HTMLElement }) => {
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top
    const row = list.lines.at(y)
    const isBelow = y - list.lines.start(row) > list.lines.start(row + 1) - y
    const index = list.indices()[row + (isBelow ? 1 : 0)] ?? opened().steps.length
    const moved = selection.current()
    return dropTarget(nesting.owners(opened().steps), moved === undefined ? [] : placesOf(selection.chosenWith(moved)), index)
  }
  return {
    by(id, delta) {
      const ids = selection.chosenWith(id)
      const to = moveTarget(nesting.owners(opened().steps), placesOf(ids), delta)
      if (to === undefined) return
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
        const index = dropIndex(event)
        setOver(index < opened().steps.length ? list.rowOf(index) : list.indices().length)
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
