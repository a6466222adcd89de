import { createEffect, createMemo, createSignal, on } from 'solid-js'
import type { Case } from '#engine/project/format/schema.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { useProject } from '../project-context.ts'

/** See {@link createStepSelection}. */
export interface StepSelection {
  /** The index of a step in its case. */
  position(id: string): number | undefined
  /** The step that Tab reaches. */
  reachable(): string | undefined
  /** The step that had the focus or the pointer last. */
  current(): string | undefined
  setCurrent(id: string): void
  choose(id: string, how?: 'only' | 'toggle' | 'range'): void
  /** The chosen steps if this is one of them, else this one: what a command is about. */
  chosenWith(id: string): readonly string[]
  /** A right click or a drag is about this step: it becomes the chosen one, unless it is one of them. */
  pointAt(id: string): void
  focus(id: string): void
}

/** Which steps of the open case are chosen, and which one has the focus, also after some were taken away. */
export function createStepSelection(
  opened: () => Case,
  list: {
    element(): HTMLElement | undefined
    reveal(row: number): void
    /** The steps in the rows of the list, in order. */
    shown(): readonly Step[]
    /** The row of a step, or of the one that it is nested under while it is folded away. */
    rowOf(index: number): number
  },
): StepSelection {
  const context = useProject()
  const open = () => context.router.route().step
  const steps = () => opened().steps
  const positions = createMemo(() => new Map(steps().map((step, index) => [step.id, index])))
  const [current, setCurrent] = createSignal<string>()
  /** The step in whose row another one is seen. */
  const seen = (id: string | undefined): string | undefined => {
    const index = id === undefined ? undefined : positions().get(id)
    return index === undefined ? undefined : list.shown()[list.rowOf(index)]?.id
  }
  const reachable = createMemo(() => seen(current()) ?? seen(open()) ?? steps()[0]?.id)

  const inList = () => list.element()?.contains(document.activeElement) && document.activeElement?.role === 'option'
  // What is opened while a row has the focus, such as a copy, gets it: keys act on what is chosen.
  createEffect(
    on(open, (id) => {
      setCurrent(id)
      if (id === undefined || !positions().has(id)) return
      queueMicrotask(() => (inList() ? focus(id) : list.reveal(list.rowOf(positions().get(id) ?? 0))))
    }),
  )
  const choose = (id: string, how: 'only' | 'toggle' | 'range' = 'only') => {
    const project = context.workspace.localId()
    if (!project) return
    setCurrent(id)
    const ids = list.shown().map((step) => step.id)
    const chosen = selectRange(ids, context.chosenSteps(), open(), id, how)
    if (how === 'only') {
      const replace = open() !== undefined && inList()
      context.router.go({ project, case: opened().id, step: id }, replace)
      // Also of the step that is open already, while another one's result is looked at.
      context.showResult(opened().id, id)
    }
    context.chooseSteps(chosen)
  }
  const focus = (id: string) => {
    const index = positions().get(id)
    if (index !== undefined) list.reveal(list.rowOf(index))
    list
      .element()
      ?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true })
  }
  // Steps that are taken away take the focus with them: it goes to the neighbor, or to what adds a step.
  createEffect(
    on(opened, (now, before) => {
      if (before?.id !== now.id || now.steps.length >= before.steps.length) return
      const at = before.steps.findIndex((step) => step.id === current())
      if (at >= 0 && !positions().has(current() ?? '')) setCurrent(now.steps[Math.min(at, now.steps.length - 1)]?.id)
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const next = reachable()
        if (next === undefined) document.querySelector<HTMLElement>('.case-steps-add')?.focus()
        else focus(next)
      })
    }),
  )
  return {
    position: (id) => positions().get(id),
    reachable,
    current,
    setCurrent,
    choose,
    chosenWith: (id) => (context.chosenSteps().includes(id) ? context.chosenSteps() : [id]),
    pointAt: (id) => {
      if (!context.chosenSteps().includes(id)) choose(id)
    },
    focus,
  }
}

/**
 * What is chosen in a list after a click or a key: `only` this one, `toggle` it, or the `range` from the anchor to it. The
 * result is in the list's order.
 */
function selectRange(
  ids: readonly string[],
  chosen: readonly string[],
  anchor: string | undefined,
  id: string,
  how: 'only' | 'toggle' | 'range',
): string[] {
  if (how === 'only') return [id]
  if (how === 'range') {
    const from = ids.indexOf(anchor ?? id)
    const to = ids.indexOf(id)
    return ids.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1)
  }
  const next = new Set(chosen)
  if (next.has(id)) next.delete(id)
  else next.add(id)
  return ids.filter((one) => next.has(one))
}
