import { factsOf } from './facts.ts'
import type { AnyStep } from './schemas.ts'
import type { WrittenVariable } from './step-facts.ts'

const none: ReadonlySet<string> = new Set()

/**
 * For each step the index of the one that it is nested under; -1 if it is shown by itself. Nested are assertions and transfers
 * that directly follow a request, a query or a token step and name it, or look at its result, or only at variables that it or a step
 * nested under it sets. One without rows looks at nothing yet, and is nested too. `ungrouped`: ids of steps under which none is;
 * `known`: kept by who calls often with steps that are never changed in place.
 */
export function ownersOf(steps: readonly AnyStep[], ungrouped = none, known: KnownUses = new WeakMap()): number[] {
  const usesOf = (step: AnyStep): StepUses => {
    let uses = known.get(step)
    if (!uses) known.set(step, (uses = findUses(step)))
    return uses
  }
  let owner = -1
  let nearest = -1
  let written: WrittenVariable[] = []
  return steps.map((step, index) => {
    const facts = usesOf(step)
    if (!facts.canNest) {
      if (facts.gives && !step.disabled) nearest = index
      owner = canOwn(step) && !ungrouped.has(step.id) ? index : -1
      written = [...facts.writes]
      return -1
    }
    const own = steps[owner]
    if (!own || !looksAt(facts, { step, owner: own, ownerGives: usesOf(own).gives, isNearest: nearest === owner, written }))
      return (owner = -1)
    written.push(...facts.writes)
    return owner
  })
}

/** What nesting depends on in a step. */
export interface StepUses {
  canNest: boolean
  gives: boolean
  writes: readonly WrittenVariable[]
  readsResult: boolean
  /** The variables that it reads. */
  reads: readonly string[]
  /** The step that it names. */
  named: unknown
}

/** See {@link ownersOf}. */
export type KnownUses = WeakMap<AnyStep, StepUses>

function findUses(step: AnyStep): StepUses {
  const facts = factsOf(step)
  return {
    canNest: canNest(step),
    gives: facts.gives !== undefined,
    writes: facts.writes?.(step) ?? [],
    readsResult: facts.readsResult?.(step) !== false,
    reads: facts.readsVariables?.(step) ?? [],
    named: facts.refers?.step && Reflect.get(step, facts.refers.step),
  }
}

/** Whether checks and transfers of what a step leaves can be nested under it: no loop can own what is run for each row. */
export const canOwn = (step: Pick<AnyStep, 'kind'>): boolean => {
  const { block, gives, refers, writes } = factsOf(step)
  return block === undefined && refers?.step === undefined && (gives !== undefined || writes !== undefined)
}

/** Whether a step's kind looks at a step before it: it is nested where it follows that. */
export const canNest = (step: Pick<AnyStep, 'kind'>): boolean => factsOf(step).refers?.step !== undefined

interface Pair {
  step: AnyStep
  owner: AnyStep
  ownerGives: boolean
  isNearest: boolean
  written: readonly WrittenVariable[]
}

function looksAt({ named, reads, readsResult }: StepUses, { step, owner, ownerGives, isNearest, written }: Pair): boolean {
  if (named === owner.id) return true
  if (!readsResult) return reads.length === 0 || reads.some((name) => written.some((variable) => isPartOf(variable, name)))
  if (!ownerGives) return false
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
