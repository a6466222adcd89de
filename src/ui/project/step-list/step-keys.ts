/** What the keys of the step list do. */
export interface StepKeyActions {
  ids(): readonly string[]
  page(): number
  choose(id: string, how: 'only' | 'range' | 'toggle'): void
  open(id: string): void
  all(): void
  rename(id: string): void
  remove(id: string): void
  /** Right: unfolds what is nested under the step, or goes to the first of it; Left: folds it, or goes to its owner. */
  unfold(id: string): void
  fold(id: string): void
  move(id: string, delta: -1 | 1): void
  menu(event: KeyboardEvent, id: string): void
}

/** The keys of a listbox with several selected, after the ARIA Authoring Practices; and those of ui.md. */
export function stepKeys(actions: StepKeyActions): (event: KeyboardEvent, id: string) => void {
  const places = (at: number, last: number): Record<string, number> => ({
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: last,
    PageDown: at + actions.page(),
    PageUp: at - actions.page(),
  })
  return (event, id) => {
    if (event.target !== event.currentTarget) return
    const ids = actions.ids()
    const to = places(ids.indexOf(id), ids.length - 1)[event.key]
    const mod = event.ctrlKey || event.metaKey
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) actions.move(id, event.key === 'ArrowUp' ? -1 : 1)
    else if (to !== undefined && !mod && !event.altKey) {
      const next = ids[Math.max(0, Math.min(ids.length - 1, to))]
      if (next !== undefined) actions.choose(next, event.shiftKey ? 'range' : 'only')
    } else if (event.key === 'Enter' && !mod) actions.open(id)
    else if (event.key === ' ') actions.choose(id, 'toggle')
    else if (mod && event.key.toLowerCase() === 'a') actions.all()
    else if (event.key === 'ArrowRight' && !mod && !event.altKey) actions.unfold(id)
    else if (event.key === 'ArrowLeft' && !mod && !event.altKey) actions.fold(id)
    else if (event.key === 'F2') actions.rename(id)
    else if (event.key === 'Delete') actions.remove(id)
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) actions.menu(event, id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
