import { describeValue } from './describe.ts'
import { equal } from './equal.ts'
import { stepCounter } from '#engine/base/work-limit.ts'
import type { Predicate } from './predicate.ts'
import { checkTexts as texts } from './texts.ts'
import { isObject } from './values.ts'

/** The most differences reported one by one; a snapshot of another response differs everywhere. */
const mostTold = 10
/** Values that are compared in about 25 ms. */
const mostCompared = 1_000_000
/** Nothing is cut before secrets are masked. */
const whole = (text: string): string => text

/**
 * What was found is what was kept: typed equality, lists in order, keys in any order. Differences are reported path by path, as
 * a JSONPath, what is there first.
 */
export const matchesSnapshot: Predicate = (actual, expected) => {
  if (expected === undefined) return { holds: false, detail: texts.noSnapshot }
  const spend = stepCounter(mostCompared)
  if (equal(expected, actual, spend)) return true
  const found: string[] = []
  differences(expected, actual, '$', { found, spend })
  const told = found.slice(0, mostTold).join('; ')
  return { holds: false, detail: texts.differences(told, found.length > mostTold) }
}

interface Comparing {
  found: string[]
  /** What is nested deep is compared at every level. */
  spend(steps: number): void
}

function differences(before: unknown, now: unknown, path: string, comparing: Comparing): void {
  const { found, spend } = comparing
  if (found.length > mostTold || equal(before, now, spend)) return
  if (Array.isArray(before) && Array.isArray(now)) {
    for (let index = 0; index < Math.max(before.length, now.length); index++)
      differenceOf(before[index], now[index], `${path}[${index}]`, comparing)
  } else if (isObject(before) && isObject(now)) {
    for (const key of new Set([...Object.keys(now), ...Object.keys(before)])) {
      const own = (object: Record<string, unknown>): unknown => (Object.hasOwn(object, key) ? object[key] : undefined)
      differenceOf(
        own(before),
        own(now),
        /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`,
        comparing,
      )
    }
  } else found.push(texts.isNow(path, describeValue(now, whole), describeValue(before, whole)))
}

function differenceOf(before: unknown, now: unknown, path: string, comparing: Comparing): void {
  const { found } = comparing
  if (before === undefined) found.push(texts.isNew(path, describeValue(now, whole)))
  else if (now === undefined) found.push(texts.isGone(path, describeValue(before, whole)))
  else differences(before, now, path, comparing)
}
