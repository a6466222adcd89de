import * as fc from 'fast-check'
import type { Value } from '../result.ts'
import type { CheckedModel } from './check-combinations.ts'

/** A random model, as the checker takes it and with its rules in PICT's syntax. */
export interface RandomModel extends CheckedModel {
  constraints: string[]
}

type Row = Readonly<Record<string, Value>>
type Rule = { text: string; holds: (row: Row) => boolean }

const names = ['A', 'B 2', 'C', 'd', 'E']

/** Models of up to five parameters with up to four values, numbers or texts, with constraints of every form. */
export const randomModel: fc.Arbitrary<RandomModel> = fc
  .tuple(
    fc.array(
      fc.record({ size: fc.integer({ min: 1, max: 4 }), isNumeric: fc.boolean(), invalid: fc.integer({ min: 0, max: 9 }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    fc.integer({ min: 1, max: 3 }),
  )
  .chain(([shapes, strength]) => {
    const parameters = shapes.map(({ size, isNumeric, invalid }, at) => {
      const values = Array.from({ length: size }, (_, index): Value => (isNumeric ? index * 5 - 1 : `v${index}`))
      return { name: names[at] ?? '', values, ...(invalid < 2 && size > 1 && { invalid: values.slice(0, 1) }) }
    })
    const usable = Math.min(strength, parameters.length)
    return fc.array(ruleOf(parameters), { maxLength: 3 }).map((rules) => ({
      parameters,
      strength: usable,
      constraints: rules.map(({ text }) => text),
      rules: rules.map(({ holds }) => holds),
    }))
  })

function ruleOf(parameters: CheckedModel['parameters']): fc.Arbitrary<Rule> {
  const literal = (value: Value | undefined) => (typeof value === 'number' ? String(value) : `"${String(value).toUpperCase()}"`)
  const relations: Record<string, (a: Value, b: Value) => boolean> = {
    '=': (a, b) => a === b,
    '<>': (a, b) => a !== b,
    '<': (a, b) => (a ?? 0) < (b ?? 0),
    '>=': (a, b) => (a ?? 0) >= (b ?? 0),
  }
  const comparison = fc
    .record({ parameter: fc.constantFrom(...parameters), at: fc.nat(3), relation: fc.constantFrom(...Object.keys(relations)) })
    .map(({ parameter: { name, values }, at, relation }): Rule => {
      const value = values[at % values.length] ?? null
      return {
        text: `[${name.toLowerCase()}] ${relation} ${literal(value)}`,
        holds: (row) => relations[relation]?.(row[name] ?? null, value) ?? false,
      }
    })
  const membership = fc
    .record({ parameter: fc.constantFrom(...parameters), size: fc.integer({ min: 1, max: 3 }) })
    .map(({ parameter: { name, values }, size }): Rule => ({
      text: `[${name}] in {${values.slice(0, size).map(literal).join(', ')}}`,
      holds: (row) => values.slice(0, size).includes(row[name] ?? null),
    }))
  const term = fc.oneof(comparison, membership)
  const both = (word: 'AND' | 'OR') =>
    fc.tuple(term, term).map(([a, b]): Rule => ({
      text: `(${a.text} ${word} NOT ${b.text})`,
      holds: (row) => (word === 'AND' ? a.holds(row) && !b.holds(row) : a.holds(row) || !b.holds(row)),
    }))
  const predicate = fc.oneof(term, both('AND'), both('OR'))
  const conditional = fc.tuple(predicate, predicate, fc.option(predicate)).map(([when, then, otherwise]): Rule => ({
    text: `IF ${when.text} THEN ${then.text}${otherwise ? ` ELSE ${otherwise.text}` : ''};`,
    holds: (row) => (when.holds(row) ? then.holds(row) : (otherwise?.holds(row) ?? true)),
  }))
  return fc.oneof({ weight: 1, arbitrary: predicate }, { weight: 3, arbitrary: conditional })
}
