import { isObject } from '#engine/base/encoding/json-value.ts'
import type { StepPatch } from '../step-settings.ts'

/** The values that the keys of a change get in this step: members of a key are laid over its own, if the step has it. */
export function applyChange(step: object, change: StepPatch): Record<string, unknown> {
  const before: Record<string, unknown> = { ...step }
  return Object.fromEntries(
    Object.entries(change).flatMap(([key, value]): [string, unknown][] => {
      if (!isObject(value)) return [[key, value]]
      const own = before[key]
      return isObject(own) ? [[key, { ...own, ...value }]] : []
    }),
  )
}
