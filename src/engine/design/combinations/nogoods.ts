import { AssayError } from '#engine/base/errors.ts'
import { designTexts } from '../texts.ts'
import type { Condition } from './constraint.ts'
import type { Nogood } from './rules.ts'

/** Combinations that one constraint may rule out, and that are looked at for it, before it is rejected. */
const most = 200_000

/** What a constraint rules out, as combinations of which nothing can be omitted. */
export function nogoodsOf(condition: Condition, rule: number, levels: readonly number[], text: string): Nogood[] {
  const parameters = [...mentioned(condition)].toSorted((a, b) => a - b)
  const alike = new Map(parameters.map((parameter) => [parameter, alikeValues(condition, parameter, levels[parameter] ?? 0)]))
  const row = new Int32Array(levels.length).fill(-1)
  const found = new Map<string, Nogood>()
  let steps = 0
  const step = () => {
    if (++steps > most) throw new AssayError('design-unusable', designTexts.constraint.tooWide(text))
  }
  /** A combination of some values represents those of all values that are like them. */
  const add = (kept: readonly number[], values: readonly number[]): void => {
    const at = values.length
    const parameter = kept[at]
    if (parameter === undefined) {
      step()
      found.set(kept.map((one, index) => `${one}=${values[index]}`).join(), { parameters: [...kept], values: [...values], rule })
      return
    }
    const same = alike.get(parameter)?.find((values) => values[0] === row[parameter]) ?? []
    for (const value of same) add(kept, [...values, value])
  }
  const visit = (depth: number): void => {
    step()
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
      const first = kept.map((parameter) => `${parameter}=${row[parameter]}`).join()
      if (!found.has(first)) add(kept, [])
      return
    }
    const parameter = parameters[depth] ?? 0
    const before = Int32Array.from(row)
    for (const [value = 0] of alike.get(parameter) ?? []) {
      row.set(before)
      row[parameter] = value
      visit(depth + 1)
    }
    row.set(before)
  }
  visit(0)
  return [...found.values()]
}

/** The values of a parameter, those together of which each comparison holds or none: of forty a constraint mostly tells two kinds apart. */
function alikeValues(condition: Condition, parameter: number, level: number): number[][] {
  const terms = termsOf(condition).filter(({ parameters }) => parameters.includes(parameter))
  const kinds = new Map<string, number[]>()
  for (let value = 0; value < level; value++) {
    // Where parameters are compared with each other every value is one of its own.
    const kind = terms.map(({ parameters, holds }) => (parameters.length === 1 ? Number(holds([value])) : value)).join()
    const same = kinds.get(kind)
    if (same) same.push(value)
    else kinds.set(kind, [value])
  }
  return [...kinds.values()]
}

const termsOf = (condition: Condition): Extract<Condition, { type: 'term' }>[] =>
  condition.type === 'term' ? [condition] : condition.of.flatMap(termsOf)

const mentioned = (condition: Condition): Set<number> => new Set(termsOf(condition).flatMap(({ parameters }) => parameters))

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
