import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import { wholeResult, workOfASecond, type Better, type DesignResult, type Value } from '../result.ts'
import { brokenLaws } from '../testing/check-combinations.ts'
import { randomModel } from '../testing/random-models.ts'
import { parseConstraint } from './constraint.ts'
import { measureCombinations } from './index.ts'
import { nogoodsOf } from './nogoods.ts'
import { parsePict } from './pict.ts'
import { combinationsSchema, type CombinationsDesign } from './schema.ts'

const design = (given: Partial<v.InferInput<typeof combinationsSchema>>) =>
  v.parse(combinationsSchema, { id: 'd', method: 'combinations', parameters: [], ...given })

const uniform = (...shape: [count: number, level: number][]) =>
  shape
    .flatMap(([count, level]) => Array.from({ length: count }, () => level))
    .map((level, at) => ({ name: `p${at}`, values: Array.from({ length: level }, (_, value) => value) }))

const isContradiction = (error: unknown): boolean => error instanceof Error && error.message.startsWith('No test is possible')

describe('laws of combinations', () => {
  it(
    '[D3] hold for random models with constraints and invalid values, checked by trying every row',
    { timeout: 60_000 },
    async () => {
      let possible = 0
      await fc.assert(
        fc.asyncProperty(randomModel, fc.integer({ min: 1, max: 9 }), async (model, seed) => {
          const { strength, constraints } = model
          const parameters = model.parameters.map(({ name, values, invalid = [] }) => ({
            name,
            values: values.map((value) => (invalid.includes(value) ? { value, valid: false } : value)),
          }))
          const given = design({ parameters, constraints, strength, seed })
          let result: DesignResult
          try {
            result = await derive(given)
          } catch (error) {
            if (!isContradiction(error)) throw error
            // The checker has to find no row either.
            const rows = model.parameters.reduce<Record<string, Value>[]>(
              (all, { name, values }) => all.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
              [{}],
            )
            expect(rows.filter((row) => model.rules.every((rule) => rule(row)))).toEqual([])
            return
          }
          possible++
          expect(brokenLaws(model, result)).toEqual([])
          expect(JSON.stringify(await derive(given))).toBe(JSON.stringify(result))
        }),
        { numRuns: fuzzRuns(800) },
      )
      expect(possible).toBeGreaterThan(20)
    },
  )

  it('[D3] a constraint may compare parameters of many values with single ones of them', () => {
    // 810,000 rows, of which the constraint tells sixteen kinds apart.
    const parameters = uniform([4, 30])
    const text = 'IF ([p0] = 1 AND [p1] <> 1) OR ([p0] <> 1 AND [p1] = 1) THEN [p2] = 1 ELSE [p3] = 1'
    const nogoods = nogoodsOf(parseConstraint(text, parameters), 0, [30, 30, 30, 30], text)
    for (let kind = 0; kind < 16; kind++) {
      const row = [0, 1, 2, 3].map((at) => (((kind >> at) & 1) === 1 ? 1 : 5 + at))
      const [p0, p1, p2, p3] = row.map((value) => value === 1)
      const isRuledOut = nogoods.some((one) => one.parameters.every((parameter, at) => row[parameter] === one.values[at]))
      expect(isRuledOut, row.join()).toBe(!(p0 !== p1 ? p2 : p3))
    }
  })

  it('[D3] the checker finds a test too few, a wrong trace, a broken rule and an item that is called impossible', async () => {
    const parameters = uniform([3, 2])
    const checked = {
      parameters,
      strength: 2,
      rules: [(row: Readonly<Record<string, Value>>) => row['p0'] !== 1 || row['p1'] === 1],
    }
    const result = await derive(design({ parameters, constraints: ['IF [p0] = 1 THEN [p1] = 1'] }))
    expect(brokenLaws(checked, result)).toEqual([])
    const { tests, items, infeasible } = result
    const first = tests[0]!
    for (const wrong of [
      { tests: tests.slice(1) },
      { tests: [{ ...first, covers: first.covers.slice(1) }, ...tests.slice(1)] },
      { tests: [...tests, { values: { p0: 1, p1: 0, p2: 0 }, valid: true, covers: [] }] },
      { infeasible: [...infeasible, { item: items[0]!.id, because: [] }] },
      { infeasible: [] },
      { items: items.slice(1) },
    ])
      expect(brokenLaws(checked, { ...result, ...wrong })).not.toEqual([])
  })

  it('[D3] suites on the way are complete and never larger, and cancelling gives the last of them', async () => {
    const given = design({
      parameters: uniform([1, 4], [15, 3], [12, 2]),
      constraints: ['IF [p0] = 1 THEN [p3] <> 2 OR [p9] = 1'],
    })
    const seen: Better[] = []
    const whole = await derive(given, { onBetter: (better) => seen.push(better) })
    expect(seen.length).toBeGreaterThan(1)
    for (const [at, better] of seen.entries()) {
      const { coverage, tests } = wholeResult(better)
      expect(coverage.exercised).toBe(coverage.feasible)
      expect(tests.length).toBe(better.tests)
      expect(better.tests).toBeLessThanOrEqual(seen[at - 1]?.tests ?? Infinity)
    }
    expect(seen.at(-1)?.tests).toBe(whole.tests.length)
    const control = new AbortController()
    const stopped = await derive(given, { signal: control.signal, onBetter: () => control.abort() })
    expect(stopped.tests.length).toBe(seen[0]?.tests)
    await expect(derive(given, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('sizes', () => {
  it.each([
    { name: '3^4 (optimal)', parameters: uniform([4, 3]), strength: 2, most: 9 },
    { name: '3^13', parameters: uniform([13, 3]), strength: 2, most: 16 },
    { name: '4^15 3^17 2^29', parameters: uniform([15, 4], [17, 3], [29, 2]), strength: 2, most: 32 },
    { name: '4 3^39 2^35', parameters: uniform([1, 4], [39, 3], [35, 2]), strength: 2, most: 23 },
    { name: '2^100 (optimal)', parameters: uniform([100, 2]), strength: 2, most: 10 },
    { name: '10^20', parameters: uniform([20, 10]), strength: 2, most: 197 },
    { name: '3^13 of strength 3', parameters: uniform([13, 3]), strength: 3, most: 79 },
    { name: '10^2 4 3^2 2^7 of strength 3', parameters: uniform([2, 10], [1, 4], [2, 3], [7, 2]), strength: 3, most: 407 },
  ])('[D3] $name: at most $most tests at once', { timeout: 30_000 }, async ({ parameters, strength, most }) => {
    const { tests, bound, coverage } = await derive(design({ parameters, strength }))
    expect(tests.length).toBeLessThanOrEqual(most)
    expect(tests.length).toBeGreaterThanOrEqual(bound ?? 0)
    expect(coverage.exercised).toBe(coverage.feasible)
  })
})

const volumes = `# From PICT's documentation, "Constraints" (github.com/microsoft/pict, doc/pict.md)
Type:           Primary, Logical, Single, Span, Stripe, Mirror, RAID-5
Size:           10, 100, 500, 1000, 5000, 10000, 40000
Format method:  quick, slow
File system:    FAT, FAT32, NTFS
Cluster size:   512, 1024, 2048, 4096, 8192, 16384, 32768, 65536
Compression:    on, off

IF [File system] = "FAT"   THEN [Size] <= 4096;
IF [File system] = "FAT32" THEN [Size] <= 32000;
`

describe("PICT's documentation", () => {
  it('[D3] volumes: what the two constraints rule out, and nothing else, with the constraint that does', async () => {
    const { infeasible, items, tests, bound } = await derive(parsePict(volumes))
    const texts = new Map(items.map(({ id, text }) => [id, text]))
    expect(infeasible.map(({ item, because }) => `${texts.get(item)} <- ${because.join(' + ')}`)).toEqual([
      'Size = 5000, File system = FAT <- IF [File system] = "FAT"   THEN [Size] <= 4096',
      'Size = 10000, File system = FAT <- IF [File system] = "FAT"   THEN [Size] <= 4096',
      'Size = 40000, File system = FAT <- IF [File system] = "FAT"   THEN [Size] <= 4096',
      'Size = 40000, File system = FAT32 <- IF [File system] = "FAT32" THEN [Size] <= 32000',
    ])
    expect(bound).toBe(56)
    expect(tests.length).toBe(56)
  })

  it('[D3] SumSquareRoots: one invalid value in a test, with all valid ones; 15 tests as PICT prints', async () => {
    const { tests } = await derive(parsePict('A: ~-1, 0, 1, 2\nB: ~-1, 0, 1, 2\n'))
    expect(tests.length).toBe(15)
    expect(
      tests
        .filter(({ valid }) => !valid)
        .map(({ values, invalid }) => `${values['A']} ${values['B']} ${invalid}`)
        .toSorted(),
    ).toEqual(['-1 0 A', '-1 1 A', '-1 2 A', '0 -1 B', '1 -1 B', '2 -1 B'])
  })

  it('[D3] the dummy value technique: one test for P1 = -1, ten in all as PICT prints', async () => {
    const model = `P1: -1, 0, 1\nP2: A, B, C, NA\nP3: X, Y, Z, NA\nIF [P1] = -1\n  THEN [P2] = "NA" AND [P3] = "NA"\n  ELSE [P2] <> "NA" AND [P3] <> "NA";\n`
    const { tests } = await derive(parsePict(model))
    expect(tests.length).toBe(10)
    expect(tests.filter(({ values }) => values['P1'] === -1).map(({ values }) => ({ ...values }))).toEqual([
      { P1: -1, P2: 'NA', P3: 'NA' },
    ])
  })

  it('[D3] machines: reused parameters, parameters compared with each other', async () => {
    const model = `OS_1: Win7, Win8, Win10\nSKU_1: Home, Pro\nLANG_1: English, Spanish, Chinese\nOS_2: <OS_1>\nSKU_2: <SKU_1>\nLANG_2: <LANG_1>, Hindi
IF [LANG_1] = [LANG_2] THEN [OS_1] <> [OS_2] AND [SKU_1] <> [SKU_2];`
    const { tests, coverage } = await derive(parsePict(model))
    expect(coverage).toEqual({ exercised: coverage.feasible, feasible: coverage.feasible })
    for (const { values } of tests)
      if (values['LANG_1'] === values['LANG_2'])
        expect([values['OS_1'] === values['OS_2'], values['SKU_1'] === values['SKU_2']]).toEqual([false, false])
  })

  it('[D3] aliases take turns, weights and sub-models are read', () => {
    const read = parsePict('SKU: Professional, Server | Datacenter (3)\nOS @ 3: a, b\nC: 1, 2\n{ SKU, C } @ 2\n')
    expect(read.parameters[0]?.values).toEqual(['Professional', { value: 'Server', weight: 3, alias: ['Datacenter'] }])
    expect(read).toMatchObject({ groups: [{ parameters: ['SKU', 'C'], strength: 2 }], orders: { OS: 3 } })
  })
})

describe('rows, strengths and ways to combine', () => {
  const parameters = uniform([4, 3])

  it('[D3] required rows come first and are kept; those that break a rule are named', async () => {
    const rows = [{ p0: 2, p1: 2, p2: 2, p3: 2 }, { p0: 1 }, { p0: 0, p1: 0 }]
    const { tests, notes } = await derive(design({ parameters, rows, constraints: ['[p0] <> 0 OR [p1] <> 0'] }))
    expect({ ...tests[0]?.values }).toEqual(rows[0])
    expect(tests[1]?.values['p0']).toBe(1)
    expect(notes).toEqual(['Row 3 is omitted: it violates "[p0] <> 0 OR [p1] <> 0".'])
  })

  it('[D3] measures a table: what it exercises, with nothing added', () => {
    const { tests, coverage } = measureCombinations(
      design({
        parameters,
        rows: [
          { p0: 0, p1: 0, p2: 0, p3: 0 },
          { p0: 1, p1: 0, p2: 0 },
        ],
      }),
    )
    expect(tests.length).toBe(2)
    expect(coverage).toEqual({ exercised: 6 + 2, feasible: 54 })
  })

  it('[D3] a group of its own strength, each choice, base choice, all combinations', async () => {
    const group = await derive(design({ parameters, groups: [{ parameters: ['p0', 'p1', 'p2'], strength: 3 }] }))
    expect(group.items.length).toBe(27 + 3 * 9)
    expect(group.tests.length).toBe(27)
    expect((await derive(design({ parameters, combine: 'each-choice' }))).tests.length).toBe(3)
    expect((await derive(design({ parameters, combine: 'all' }))).tests.length).toBe(81)
    const base = await derive(design({ parameters, combine: 'base-choice' }))
    expect(base.tests.length).toBe(1 + 4 * 2)
    for (const { values } of base.tests) expect(Object.values(values).filter((value) => value !== 0).length).toBeLessThan(2)
  })
})

describe('bad input', () => {
  const refusal = (given: CombinationsDesign) => expect(derive(given).then(() => 'made')).rejects
  const parameters = uniform([3, 2])

  it.each<[Partial<v.InferInput<typeof combinationsSchema>>, string]>([
    [{ parameters: [] }, 'Add a parameter'],
    [{ parameters: [{ name: 'a', values: [] }] }, '"a" has no values'],
    [{ parameters: [{ name: 'a', values: [{ value: 1, valid: false }] }] }, 'only invalid values'],
    [{ parameters: [...parameters, { name: 'P1', values: [1] }] }, 'duplicate parameter "P1"'],
    [{ parameters, strength: 4 }, 'only 3 parameters'],
    [{ parameters, constraints: ['[p7] = 1'] }, 'character 1: Unknown parameter "p7". Did you mean "p'],
    [{ parameters, constraints: ['IF [p0] = 1 [p1] = 1'] }, 'character 13: expected THEN, found "["'],
    [{ parameters, constraints: ['[p0] = "x"'] }, 'Compare "p0" with a number'],
    [{ parameters, constraints: ['[p0] = "x'] }, "The string isn't closed"],
    [{ parameters, rows: [{ p0: 7 }] }, 'has no value "7"'],
  ])('[D3] %j is rejected: %s', async (given, text) => {
    await refusal(design(given)).toThrow(text)
  })

  it('[D3] a contradiction names the constraints that are in it, and no other', async () => {
    const constraints = ['[p2] = 1 OR [p2] = 0', 'IF [p0] = 1 THEN [p1] = 1', '[p0] = 1', 'IF [p1] = 1 THEN [p0] = 0']
    await refusal(design({ parameters, constraints })).toThrow(
      'No test is possible with these constraints: "IF [p0] = 1 THEN [p1] = 1"; "[p0] = 1"; "IF [p1] = 1 THEN [p0] = 0"',
    )
  })

  it('[D3] one parameter, one value, and five hundred values (10,000 in the whole run)', async () => {
    expect((await derive(design({ parameters: [{ name: 'a', values: [1] }] }))).tests.length).toBe(1)
    const values = fuzzRuns(10_000)
    const { tests, coverage } = await derive(design({ parameters: uniform([1, values], [2, 2]) }))
    expect(tests.length).toBe(2 * values)
    expect(coverage).toEqual({ exercised: 4 * values + 4, feasible: 4 * values + 4 })
  })
})

it('[D3] more items than a call has room for arguments', { timeout: 30_000 }, async () => {
  const { coverage, items } = await derive(design({ parameters: uniform([260, 2]) }))
  expect(items.length).toBe(((260 * 259) / 2) * 4)
  expect(coverage.exercised).toBe(items.length)
})

it('[D3] a comparison that holds for no value, or for all, is pointed out', async () => {
  const parameters = [
    { name: 'a', values: ['x', 'y'] },
    { name: 'b', values: [1, 2] },
  ]
  const notesOf = async (constraint: string) => (await derive(design({ parameters, constraints: [constraint] }))).notes
  expect(await notesOf('IF [a] = "z" THEN [b] = 2')).toEqual([expect.stringContaining('Check the spelling')])
  expect(await notesOf('IF [a] = "x" THEN [b] = 2')).toEqual([])
})

describe('a suite that is kept', () => {
  const parameters = Array.from({ length: 6 }, (_, at) => ({ name: `p${at}`, values: [0, 1, 2] }))
  const open = design({ parameters, constraints: ['IF [p0] = 0 THEN [p1] <> 1'], rows: [{ p3: 2 }] })
  it('[D3] is the result as long as it covers all and breaks no rule, and is gone on from', async () => {
    const found = await derive(open, { seed: 2 })
    const minimised = found.tests.map(({ values }) => parameters.map(({ name }) => values[name] ?? null))
    const kept = { ...open, minimised }
    const instant = await derive(open)
    expect(found.tests).not.toEqual(instant.tests)
    expect(await derive(kept)).toEqual(found)
    expect((await derive(kept, { budget: workOfASecond / 20 })).tests.length).toBeLessThanOrEqual(found.tests.length)
    const other = { ...open, constraints: [...open.constraints, 'IF [p2] = 0 THEN [p3] <> 1'] }
    expect(await derive({ ...kept, constraints: other.constraints })).toEqual(await derive(other))
    const lacking = { ...kept, minimised: minimised.slice(1) }
    expect(await derive(lacking)).toEqual(instant)
  })
})
