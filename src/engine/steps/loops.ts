import { factsOfKind } from './facts.ts'

/** The markers of loops with their partners; they nest like brackets. Undefined if the partner is missing. */
export function loopPartners<T extends { kind: string }>(steps: readonly T[]): Map<T, T | undefined> {
  const partners = new Map<T, T | undefined>()
  const open: T[] = []
  for (const step of steps) {
    const block = factsOfKind(step.kind)?.block
    if (block === undefined) continue
    const start = block === 'end' ? open.pop() : undefined
    partners.set(step, start)
    if (start) partners.set(start, step)
    if (block === 'start') open.push(step)
  }
  return partners
}

/** The other marker of the loop that starts or ends with a step; undefined if there is none. */
export const loopPartner = <T extends { id: string; kind: string }>(steps: readonly T[], id: string): T | undefined =>
  [...loopPartners(steps)].find(([marker]) => marker.id === id)?.[1]

/** Where in the list a new step comes: at the end; behind the one that is open if that is in a loop, of which the end of the list is outside. */
export function placeOfNew(steps: readonly { id: string; kind: string }[], open: string | undefined): number {
  const at = steps.findIndex(({ id }) => id === open)
  const isInLoop = [...loopPartners(steps)].some(
    ([start, end]) => end !== undefined && steps.indexOf(start) <= at && steps.indexOf(end) > at,
  )
  return isInLoop ? at + 1 : steps.length
}

/** By each step that is in a loop that is run where in the list the innermost one ends. */
export function loopEnds<T extends { kind: string; disabled: boolean }>(steps: readonly T[]): ReadonlyMap<T, number> {
  const partners = loopPartners(steps)
  const found = new Map<T, number>()
  if (partners.size === 0) return found
  const open: { start: T; end: number }[] = []
  for (const [fromEnd, step] of steps.toReversed().entries()) {
    if (open.at(-1)?.start === step) open.pop()
    const around = open.at(-1)
    if (around) found.set(step, around.end)
    const start = factsOfKind(step.kind)?.block === 'end' ? partners.get(step) : undefined
    if (start && !start.disabled && !step.disabled) open.push({ start, end: steps.length - 1 - fromEnd })
  }
  return found
}
