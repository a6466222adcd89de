import { targetKeys, type TargetKey } from '#engine/ports/login/login-words.ts'
import type { Target } from './schema.ts'

export { describeAction, describeTarget, targetKeys, type TargetKey } from '#engine/ports/login/login-words.ts'

/** By which keys a target says where it is; a good one has exactly one. */
export const keysOfTarget = (target: Target): TargetKey[] => targetKeys.filter((key) => target[key] !== undefined)
