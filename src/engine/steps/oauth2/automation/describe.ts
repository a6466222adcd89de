import type { Action, Target } from './schema.ts'
import { automationTexts as texts } from './texts.ts'

/** The keys of a target that say where, in the order of the format. */
export const targetKeys = ['role', 'label', 'placeholder', 'testId', 'text', 'css'] as const
/** See {@link targetKeys}. */
export type TargetKey = (typeof targetKeys)[number]

/** By which keys a target says where it is; a good one has exactly one. */
export const keysOfTarget = (target: Target): TargetKey[] => targetKeys.filter((key) => target[key] !== undefined)

/** A target in words: `the button "Sign in"`, `the field "Password"`. */
export function describeTarget(target: Target): string {
  const [key] = keysOfTarget(target)
  return key === undefined ? texts.nowhere : texts.targets[key](target[key] ?? '', target.name)
}

/** An action in words, without what it types: `fill the field "Password"`. */
export function describeAction(action: Action): string {
  switch (action.do) {
    case 'goto':
      return texts.goto(action.url)
    case 'press':
      return texts.press(action.key, action.at && describeTarget(action.at))
    case 'wait-for':
      return texts.waitFor(action.at ? describeTarget(action.at) : texts.address(action.url ?? ''))
    case 'screenshot':
      return texts.screenshot(action.name)
    case 'code':
      return texts.code
    case 'select':
      return texts.select(action.value, describeTarget(action.at))
    case 'check':
      return action.on ? texts.check(describeTarget(action.at)) : texts.uncheck(describeTarget(action.at))
    default:
      return texts.does[action.do](describeTarget(action.at))
  }
}
