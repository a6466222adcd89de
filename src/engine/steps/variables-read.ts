import { namesIn } from '#engine/templates/names-in.ts'
import { sourceFacts, sourceNames, variablesAsked } from '#engine/extractors/facts.ts'
import { factsOf } from './facts.ts'
import type { AnyStep } from './schemas.ts'

/** Adds the variables that a step refers to, in its templates and by name, to `names`, and returns them. */
export function variablesRead(step: AnyStep, names = new Set<string>()): Set<string> {
  namesIn(step, names)
  for (const name of factsOf(step).readsVariables?.(step) ?? []) names.add(name)
  for (const name of variablesAsked(step.onlyIf ?? [])) names.add(name)
  return names
}

/** Whether a part of a step, such as a check, has the name of a variable that it reads. */
export const readsVariableByName = (part: object): boolean =>
  'source' in part && sourceNames.some((source) => source === part.source && sourceFacts[source].reads === 'variables')
