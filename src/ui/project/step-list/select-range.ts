/**
 * What is chosen in a list after a click or a key: `only` this one, `toggle` it, or the `range` from the anchor to it. The
 * result is in the list's order.
 */
export function selectRange(
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
