import { namesIn } from '#engine/templates/names-in.ts'
import { variablesAsked } from '#engine/extractors/facts.ts'
import { factsOf } from './facts.ts'
import type { AnyStep } from './schemas.ts'

/** Adds the variables that a step refers to, in its templates and by name, to `names`, and returns them. */
export function variablesRead(step: AnyStep, names = new Set<string>()): Set<string> {
  namesIn(step, names)
  for (const name of factsOf(step).readsVariables?.(step) ?? []) names.add(name)
  for (const name of variablesAsked(step.onlyIf ?? [])) names.add(name)
  return names
}
