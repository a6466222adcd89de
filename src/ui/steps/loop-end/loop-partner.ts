/** A step as the search for a loop's partner sees it. */
interface Marker {
  id: string
  name: string
  kind: string
}

/** The other marker of a loop; loops nest like brackets. Undefined: there is none. */
export function loopPartner(steps: readonly Marker[], id: string): Marker | undefined {
  const open: Marker[] = []
  for (const step of steps) {
    if (step.kind === 'loop-start') open.push(step)
    if (step.kind !== 'loop-end') continue
    const start = open.pop()
    if (step.id === id) return start
    if (start?.id === id) return step
  }
  return undefined
}
