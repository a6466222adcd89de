import { AssayError } from '#engine/base/errors.ts'
import { designTexts } from '../texts.ts'
import type { Condition } from './constraint.ts'
import type { Nogood } from './rules.ts'

/** Combinations that one constraint may rule out before it is refused. */
const most = 200_000

/** What a constraint rules out, as combinations of which nothing can be left out. */
export function nogoodsOf(condition: Condition, rule: number, levels: readonly number[], text: string): Nogood[] {
  const parameters = [...mentioned(condition)].toSorted((a, b) => a - b)
  const row = new Int32Array(levels.length).fill(-1)
  const found = new Map<string, Nogood>()
  let steps = 0
  const visit = (depth: number): void => {
    if (++steps > most) throw new AssayError('design-unusable', designTexts.constraint.tooWide(text))
    const truth = judge(condition, row)
    if (truth === true) return
    if (truth === false) {
      const kept = parameters.filter((parameter) => row[parameter] !== -1)
      for (const parameter of parameters) {
        const held = row[parameter] ?? -1
        if (held < 0) continue
        row[parameter] = -1
        if (judge(condition, row) === false) kept.splice(kept.indexOf(parameter), 1)
        else row[parameter] = held
      }
      const values = kept.map((parameter) => row[parameter] ?? 0)
      found.set(kept.map((parameter, at) => `${parameter}=${values[at]}`).join(), { parameters: kept, values, rule })
      return
    }
    const parameter = parameters[depth] ?? 0
    const before = Int32Array.from(row)
    for (let value = 0; value < (levels[parameter] ?? 0); value++) {
      row.set(before)
      row[parameter] = value
      visit(depth + 1)
    }
    row.set(before)
  }
  visit(0)
  return [...found.values()]
}

function mentioned(condition: Condition, into = new Set<number>()): Set<number> {
  if (condition.type === 'term') for (const parameter of condition.parameters) into.add(parameter)
  else for (const one of condition.of) mentioned(one, into)
  return into
}

/** Whether a row fulfils a condition; undefined while its open values (-1) still have a say (Kleene's logic). */
export function judge(condition: Condition, row: ArrayLike<number>): boolean | undefined {
  if (condition.type === 'term') {
    const values = condition.parameters.map((parameter) => row[parameter] ?? -1)
    return values.some((value) => value < 0) ? undefined : condition.holds(values)
  }
  if (condition.type === 'not') {
    const inner = judge(condition.of[0], row)
    return inner === undefined ? undefined : !inner
  }
  const decisive = condition.type === 'or'
  let isOpen = false
  for (const one of condition.of) {
    const truth = judge(one, row)
    if (truth === decisive) return decisive
    if (truth === undefined) isOpen = true
  }
  return isOpen ? undefined : !decisive
}
