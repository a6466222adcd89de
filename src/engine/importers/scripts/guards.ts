import type { Check } from '#engine/steps/assertion/schema.ts'
import { check, isVariable, sourceOf } from './values.ts'

/**
 * Whether checks that stand under a condition can be read as if it held: the condition only asks whether there is what they are about, so
 * that they fail with the right words where it is missing. `if (body.user) …` with checks of `body.user.name` is one.
 */
export function isAboutAnswer(condition: readonly Check[], checks: readonly Check[]): boolean {
  return condition.every((one) => {
    const of = sourceOf(one)
    const asksWhetherThere = JSON.stringify({ ...one, not: undefined }) === JSON.stringify(check(of, 'exists'))
    // A variable that no one set: what is skipped is for another run.
    if (isVariable(of)) return asksWhetherThere && one.not === true
    if (one.not) return false
    if (one.name?.toLowerCase() === 'content-type') return asksWhetherThere || typeof one.value === 'string'
    const { path } = one
    if (path === undefined || !asksWhetherThere) return false
    return path === '$' || checks.every((inner) => isBelow(inner.path ?? '', path))
  })
}

const isBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`)
