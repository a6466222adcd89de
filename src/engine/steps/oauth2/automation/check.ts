import type { StepProblem } from '../../step-check.ts'
import type { FieldPath } from '../../step-facts.ts'
import { keysOfTarget, targetKeys } from './describe.ts'
import type { Action, Target } from './schema.ts'
import { automationTexts as texts } from './texts.ts'

function* targetProblems(at: Target, place: FieldPath): Generator<StepProblem> {
  const keys = keysOfTarget(at)
  if (keys.length === 0 && at.name !== undefined) yield { place, text: texts.nameWithoutRole }
  else if (keys.length === 0) yield { place, text: texts.noTarget(targetKeys.join(', ')) }
  else if (keys.length > 1) yield { place, text: texts.severalTargets(keys.join(', ')) }
  else if (at.name !== undefined && at.role === undefined) yield { place, text: texts.nameWithoutRole }
}

/** What contradicts itself in actions; `device`: the grant has a user code to type. */
export function* scriptProblems(actions: readonly Action[], list: FieldPath, device: boolean): Generator<StepProblem> {
  for (const [index, action] of actions.entries()) {
    const place = [...list, index]
    if ('at' in action && action.at !== undefined) yield* targetProblems(action.at, [...place, 'at'])
    if (action.do === 'wait-for') {
      if (action.at === undefined && action.url === undefined) yield { place, text: texts.waitForNothing }
      if (action.at !== undefined && action.url !== undefined) yield { place, text: texts.waitForBoth }
    }
    if (action.do === 'user-code' && !device) yield { place, text: texts.noUserCode }
    if (action.do === 'if-visible') {
      yield* scriptProblems(action.then, [...place, 'then'], device)
      yield* scriptProblems(action.else, [...place, 'else'], device)
    }
  }
}
