import { AssayError } from '#engine/base/errors.ts'
import { designTexts } from '../texts.ts'
import type { Compared, Condition } from './parse-decision.ts'

const texts = designTexts.mcdc

/** What kind of values a parameter holds; `any` if it is only compared with others for being the same. */
export type Kind = 'number' | 'flag' | 'text' | 'any'

/** A comparison, and the truth that it has to have. */
export interface WantedTruth {
  compared: Compared
  truth: boolean
}

/** The parameters that a condition compares. */
export function comparedParameters(compared: Compared): string[] {
  if (compared.type === 'linear') return [...compared.sum.terms.keys()]
  if (compared.type !== 'text') return ['name' in compared ? compared.name : '']
  return 'name' in compared.right ? [compared.left, compared.right.name] : [compared.left]
}

/**
 * Each parameter's kind; two parameters that are compared for being the same are of one type. AssayError `design-unusable` for
 * two kinds.
 */
export function kindsOf(conditions: readonly Condition[]): Map<string, Kind> {
  const kinds = new Map<string, Exclude<Kind, 'any'>>()
  const set = (name: string, kind: Exclude<Kind, 'any'>): void => {
    const known = kinds.get(name)
    if (known !== undefined && known !== kind)
      throw new AssayError('design-unusable', texts.twoKinds(name, texts.kinds[known], texts.kinds[kind]))
    kinds.set(name, kind)
  }
  const pairs: [string, string][] = []
  for (const { compared } of conditions) {
    if (compared.type === 'flag') set(compared.name, 'flag')
    else if (compared.type === 'text') set(compared.left, 'text')
    else if (compared.type === 'in')
      set(compared.name, compared.values.every((one) => typeof one === 'number') ? 'number' : 'text')
    else {
      const pair = samenessOf(compared)
      if (pair !== undefined) pairs.push(pair)
      else for (const name of compared.sum.terms.keys()) set(name, 'number')
    }
  }
  for (let rounds = pairs.length; rounds > 0; rounds--)
    for (const [a, b] of pairs) {
      const kind = kinds.get(a) ?? kinds.get(b)
      if (kind === undefined) continue
      set(a, kind)
      set(b, kind)
    }
  return new Map<string, Kind>([...pairs.flat().map((name) => [name, 'any'] as const), ...kinds])
}

/** The two parameters of `a = b` or `a <> b`, which may hold anything. */
function samenessOf(compared: Compared): [string, string] | undefined {
  if (compared.type !== 'linear' || (compared.relation !== '=' && compared.relation !== '<>')) return undefined
  const [[a, by] = [], [b, other] = []] = compared.sum.terms
  const isPair = compared.sum.terms.size === 2 && compared.sum.constant === 0 && by === 1 && other === -1
  return isPair && a !== undefined && b !== undefined ? [a, b] : undefined
}
