import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import type { DesignResult } from '../result.ts'
import { domainSchema } from './schema.ts'

type Given = Partial<v.InferInput<typeof domainSchema>>
const design = (given: Given) => v.parse(domainSchema, { id: 'd', method: 'domain', borders: [], ...given })

const relations = ['<', '<=', '>', '>=', '='] as const
interface Line {
  a: number
  b: number
  relation: (typeof relations)[number]
  c: number
}
const randomLine: fc.Arbitrary<Line> = fc
  .record({
    a: fc.integer({ min: -3, max: 3 }),
    b: fc.integer({ min: -3, max: 3 }),
    relation: fc.constantFrom('<', '<=', '>', '>=', '<=', '>=', '='),
    c: fc.integer({ min: -6, max: 12 }),
  })
  .filter(({ a, b }) => a !== 0 || b !== 0)

const textOf = ({ a, b, relation, c }: Line) => `${a}*x + ${b}*y ${relation} ${c}`
const keeps = ({ a, b, relation, c }: Line, x: number, y: number): boolean => {
  const sum = a * x + b * y - c
  return { '<': sum < 0, '<=': sum <= 0, '>': sum > 0, '>=': sum >= 0, '=': sum === 0 }[relation]
}

/** Whether a point is what an item asks for, by the definition: the others hold, and the border is met, or missed by one step at most. */
function isAt(line: Line, kind: string, x: number, y: number): boolean {
  const sum = line.a * x + line.b * y - line.c
  if (kind === 'on') return sum === 0
  const step = Math.max(Math.abs(line.a), Math.abs(line.b))
  if (sum === 0 || Math.abs(sum) > step) return false
  if (kind === 'under') return sum < 0
  if (kind === 'over') return sum > 0
  const isOpen = line.relation === '<' || line.relation === '>'
  return keeps(line, x, y) === isOpen
}

const places = Array.from({ length: 41 }, (_, at) => at - 20)

function broken(lines: readonly Line[], result: DesignResult): string[] {
  const found: string[] = []
  const kinds = lines.flatMap(({ relation }, at) =>
    (relation === '=' ? ['on', 'under', 'over'] : ['on', 'off']).map((kind) => ({ id: `b${at + 1}.${kind}`, at, kind })),
  )
  if (result.items.map(({ id }) => id).join() !== kinds.map(({ id }) => id).join()) found.push('items')
  const exercises = ({ at, kind }: { at: number; kind: string }, x: number, y: number) =>
    lines.every((line, other) => other === at || keeps(line, x, y)) && isAt(lines[at] ?? lines[0]!, kind, x, y)
  const infeasible = new Set(result.infeasible.map(({ item }) => item))
  for (const one of kinds) {
    const isPossible = places.some((x) => places.some((y) => exercises(one, x, y)))
    if (isPossible && infeasible.has(one.id)) found.push(`${one.id} is possible`)
    if (!infeasible.has(one.id) && !result.tests.some(({ values }) => exercises(one, Number(values['x']), Number(values['y']))))
      found.push(`${one.id}: in no test`)
  }
  for (const { values, covers, valid } of result.tests) {
    const [x, y] = [Number(values['x']), Number(values['y'])]
    if (!places.includes(x) || !places.includes(y)) found.push(`outside of the grid: ${x} ${y}`)
    if (valid !== lines.every((line) => keeps(line, x, y))) found.push(`validity of ${x} ${y}`)
    if (
      covers.join() !==
      kinds
        .filter((one) => exercises(one, x, y))
        .map(({ id }) => id)
        .join()
    )
      found.push(`trace of ${x} ${y}`)
  }
  return found
}

describe('domain analysis', () => {
  it('[D10] holds its laws for random borders, each point of the grid tried', async () => {
    let seen = 0
    const parameters = ['x', 'y'].map((name) => ({ name, from: -20, to: 20 }))
    await fc.assert(
      fc.asyncProperty(fc.array(randomLine, { minLength: 1, maxLength: 3 }), async (lines) => {
        const isEmpty = !places.some((x) => places.some((y) => lines.every((line) => keeps(line, x, y))))
        const made = derive(design({ parameters, borders: lines.map(textOf) }))
        if (isEmpty) {
          await expect(made).rejects.toThrow('No value is inside')
          return
        }
        seen++
        expect(broken(lines, await made)).toEqual([])
      }),
      { numRuns: fuzzRuns(300) },
    )
    expect(seen).toBeGreaterThan(10)
  })

  it('[D10] Binder 1999: closed borders have their off point outside, open ones inside; other borders hold', async () => {
    const { tests, infeasible } = await derive(
      design({
        parameters: [
          { name: 'x', type: 'number', step: 0.5, from: 0 },
          { name: 'y', from: 0 },
        ],
        borders: ['x + y <= 10', 'y > 2'],
      }),
    )
    expect(infeasible).toEqual([])
    const at = (id: string) => tests.find(({ covers }) => covers.includes(id))
    const sum = (id: string) => Number(at(id)?.values['x']) + Number(at(id)?.values['y'])
    expect([sum('b1.on'), sum('b1.off'), at('b2.on')?.values['y'], at('b2.off')?.values['y']]).toEqual([10, 10.5, 2, 3])
    expect(['b1.on', 'b1.off', 'b2.on', 'b2.off'].map((id) => at(id)?.valid)).toEqual([true, false, false, true])
  })

  it('[D10] a border that others hide is named with those, values on whole steps only', async () => {
    const hidden = await derive(design({ borders: ['x <= 5', 'x >= 0', 'x <= 20'] }))
    expect(hidden.infeasible).toEqual([
      { item: 'b3.on', because: ['x <= 5'] },
      { item: 'b3.off', because: ['x <= 5'] },
    ])
    const odd = await derive(design({ borders: ['2*x + 4*y <= 7', 'x >= 0', 'y >= 0'] }))
    expect(odd.infeasible).toEqual([{ item: 'b1.on', because: ['the parameter steps have no value there'] }])
  })

  it.each<[Given, string]>([
    [{}, 'Enter a border'],
    [{ borders: ['x > 1 and y > 2'] }, "isn't a border"],
    [{ borders: ['x <> 1'] }, 'valid values on both sides'],
    [{ borders: ['x = "a"'] }, "isn't a border"],
    [{ borders: ['x > 3', 'y > 1', 'x < 2'] }, 'all of these borders: "x > 3"; "x < 2"'],
    [{ borders: ['x > 3'], parameters: [{ name: 'x', from: 5, to: 1 }] }, 'its start 5 is after its end 1'],
    [{ borders: ['x > 3'], parameters: [{ name: 'x', values: ['a'] }] }, '"x" isn\'t one'],
  ])('[D10] %j is rejected: %s', async (given, text) => {
    await expect(derive(design(given))).rejects.toThrow(text)
  })
})
