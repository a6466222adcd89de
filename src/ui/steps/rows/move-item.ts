/** Moves one item of a list to another index, in place; out of range: nothing happens. */
export function moveItem<T>(list: T[], from: number, to: number): void {
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return
  const [item] = list.splice(from, 1)
  if (item !== undefined) list.splice(to, 0, item)
}
