/** Handles Alt+Up and Alt+Down inside a row of a list. */
export function moveByKeys(event: KeyboardEvent, index: number, count: number, onMove: (to: number) => void): void {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
  const to = index + (event.key === 'ArrowUp' ? -1 : 1)
  event.preventDefault()
  event.stopPropagation()
  if (to >= 0 && to < count) onMove(to)
}
