import { factsOf } from './facts.ts'
import type { AnyStep } from './schemas.ts'
import type { WrittenVariable } from './step-facts.ts'

const none: ReadonlySet<string> = new Set()

/**
 * For each step the index of the one that it is nested under; -1 if it is shown by itself. Nested are assertions and transfers
 * that directly follow a request, a query or a token step and name it, or look at its result, or only at variables that it or a step
 * nested under it sets. One without rows looks at nothing yet, and is nested too. `ungrouped`: ids of steps under which none is.
 */
export function ownersOf(steps: readonly AnyStep[], ungrouped = none): number[] {
  let owner = -1
  let nearest = -1
  let written: WrittenVariable[] = []
  return steps.map((step, index) => {
    const facts = factsOf(step)
    if (facts.refers?.step === undefined) {
      if (facts.gives !== undefined && !step.disabled) nearest = index
      owner = canOwn(step) && !ungrouped.has(step.id) ? index : -1
      written = [...(facts.writes?.(step) ?? [])]
      return -1
    }
    const own = steps[owner]
    if (!own || !looksAt(step, own, { isNearest: nearest === owner, written })) return (owner = -1)
    written.push(...(facts.writes?.(step) ?? []))
    return owner
  })
}

/** Whether checks and transfers of what a step leaves can be nested under it: no loop can own what is run for each row. */
export const canOwn = (step: Pick<AnyStep, 'kind'>): boolean => {
  const { block, gives, refers, writes } = factsOf(step)
  return block === undefined && refers?.step === undefined && (gives !== undefined || writes !== undefined)
}

/** Whether a step's kind looks at a step before it: it is nested where it follows that. */
export const canNest = (step: Pick<AnyStep, 'kind'>): boolean => factsOf(step).refers?.step !== undefined

function looksAt(
  step: AnyStep,
  owner: AnyStep,
  { isNearest, written }: { isNearest: boolean; written: readonly WrittenVariable[] },
): boolean {
  const facts = factsOf(step)
  const asked = facts.readsVariables?.(step) ?? []
  const named: unknown = facts.refers?.step && Reflect.get(step, facts.refers.step)
  if (named === owner.id) return true
  if (facts.readsResult?.(step) === false)
    return asked.length === 0 || asked.some((name) => written.some((variable) => isPartOf(variable, name)))
  if (factsOf(owner).gives === undefined) return false
  // What is disabled together stays together, though the nearest result is another one's meanwhile.
  return named === undefined && (isNearest || (owner.disabled && step.disabled))
}

/** `access_token.scope` is a part of `access_token`. */
const isPartOf = ({ name }: WrittenVariable, asked: string): boolean => asked === name || asked.startsWith(`${name}.`)

/** The steps of `ids` with those that are nested under them, in the order of the case. */
export function withNested(steps: readonly AnyStep[], owners: readonly number[], ids: Iterable<string>): string[] {
  const wanted = new Set(ids)
  return steps.flatMap(({ id }, index) => (wanted.has(id) || wanted.has(steps[owners[index] ?? -1]?.id ?? '') ? [id] : []))
}

/** The index behind the group of the step at `index`: its owner with all that is nested under that. */
export function endOfGroup(owners: readonly number[], index: number): number {
  const nested = owners[index] ?? -1
  const owner = nested < 0 ? index : nested
  let end = owner + 1
  while (end < owners.length && owners[end] === owner) end++
  return end
}
