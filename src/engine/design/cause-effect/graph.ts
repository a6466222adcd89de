import { AssayError } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import { parseDecision, type Decision } from '../mcdc/parse-decision.ts'
import { designTexts } from '../texts.ts'
import type { CauseEffectDesign } from './schema.ts'

const texts = designTexts.graph

/** Causes whose combinations are looked at, at most. */
const mostCauses = 16

/** Every combination of causes (bit i: cause i is there) with its effects, and the relation that rules it out. */
export interface Graph {
  causes: readonly string[]
  effects: readonly string[]
  /** By combination the effects as bits; -1 where it is ruled out. */
  outcome: Int32Array
  /** Each relation of causes as text, and whether a combination keeps it. */
  relations: readonly { text: string; holds(vector: number): boolean }[]
}

/** Reads a graph. AssayError `design-unusable` for names that are not there, and for relations that leave nothing. */
export function* graphOf({ causes, effects, relations }: CauseEffectDesign): Generator<undefined, Graph> {
  const refuse = (text: string): never => {
    throw new AssayError('design-unusable', text)
  }
  if (causes.length === 0 || effects.length === 0) refuse(texts.empty)
  if (causes.length > mostCauses) refuse(texts.tooMany(causes.length, mostCauses))
  const names = [...causes, ...effects.map(({ name }) => name)]
  const twice = names.find((one, at) => names.findIndex((other) => other.toLowerCase() === one.toLowerCase()) < at)
  if (twice !== undefined) refuse(texts.twice(twice))
  const judges = new Map<string, (vector: number) => boolean>(
    causes.map((name, at) => [name, (vector) => ((vector >> at) & 1) === 1]),
  )
  const known = (name: string, where: string): ((vector: number) => boolean) => {
    const own = [...judges].find(([one]) => one.toLowerCase() === name.toLowerCase())
    return own?.[1] ?? refuse(texts.unknown(where, name, nearest(name, [...judges.keys()])[0]))
  }
  for (const { name, when } of effects) {
    const { decision, conditions } = parseDecision(when)
    const flags = conditions.map(({ compared, text }) =>
      compared.type === 'flag' ? { holds: known(compared.name, name), is: compared.is } : refuse(texts.notACause(name, text)),
    )
    judges.set(name, (vector) => evaluate(decision, (at) => flags[at]?.holds(vector) === flags[at]?.is))
  }
  const rules = relations.map(({ kind, of }, at) => {
    if (of.length < 2) refuse(texts.tooFew(at + 1))
    const ends = of.map((name) => known(name, texts.relation(at + 1)))
    return { kind, text: texts.related[kind](of), of, ends }
  })
  const masks = rules.filter(({ kind }) => kind === 'masks')
  const asked = rules
    .filter(({ kind }) => kind !== 'masks')
    .map(({ kind, text, ends }) => ({
      text,
      holds: (vector: number): boolean => {
        const count = ends.filter((one) => one(vector)).length
        if (kind === 'exclusive') return count < 2
        if (kind === 'inclusive') return count > 0
        if (kind === 'one-and-only-one') return count === 1
        return ends[0]?.(vector) !== true || ends.every((one) => one(vector))
      },
    }))
  const effectNames = effects.map(({ name }) => name)
  const outcome = new Int32Array(2 ** causes.length)
  for (let vector = 0; vector < outcome.length; vector++) {
    if (vector % 512 === 0) yield
    if (!asked.every(({ holds }) => holds(vector))) {
      outcome[vector] = -1
      continue
    }
    const there = new Set(effectNames.filter((name) => judges.get(name)?.(vector) === true))
    // The first effect of a mask keeps the others from showing.
    for (const { of } of masks) if (of[0] !== undefined && there.has(of[0])) for (const other of of.slice(1)) there.delete(other)
    outcome[vector] = effectNames.reduce((bits, name, at) => (there.has(name) ? bits | (1 << at) : bits), 0)
  }
  if (outcome.every((one) => one === -1)) refuse(texts.nothing(yield* leastConflict(asked, outcome.length)))
  return { causes, effects: effectNames, outcome, relations: asked }
}

function evaluate(node: Decision, truth: (at: number) => boolean): boolean {
  if (node.type === 'condition') return truth(node.at)
  const parts = node.of.map((one) => evaluate(one, truth))
  if (node.type === 'not') return parts[0] !== true
  if (node.type === 'xor') return parts.filter(Boolean).length % 2 === 1
  return node.type === 'and' ? parts.every(Boolean) : parts.some(Boolean)
}

function* leastConflict(relations: Graph['relations'], size: number): Generator<undefined, string[]> {
  let needed = relations
  for (const one of relations) {
    const fewer = needed.filter((other) => other !== one)
    let leavesNothing = true
    for (let vector = 0; vector < size && leavesNothing; vector++) {
      if (vector % 4096 === 0) yield
      leavesNothing = !fewer.every(({ holds }) => holds(vector))
    }
    if (leavesNothing) needed = fewer
  }
  return needed.map(({ text }) => text)
}
