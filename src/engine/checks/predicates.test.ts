import { LosslessNumber } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { judge } from './index.ts'
import { WholeAnswer } from './whole-answer.ts'
import { predicateNames, type PredicateName } from './facts.ts'

/** Each row: predicate, what was found, what is expected, whether it holds. */
const answer = (holds: boolean) => new WholeAnswer(async () => ({ holds }), { request: { method: 'GET', url: '' }, apis: [] })

const rows: [is: PredicateName, actual: unknown, expected: unknown, holds: boolean][] = [
  ['equals', 22, 22, true],
  ['equals', '22', 22, false],
  ['equals', undefined, null, false],
  ['equals', { a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] }, true],
  ['equals', [1, 2], [2, 1], false],
  ['equals', { a: 1 }, { a: 1, b: 2 }, false],
  ['equals', JSON.parse('{"__proto__": 1}'), {}, false],
  ['contains', 'application/json', 'json', true],
  ['contains', 'abc', 'x', false],
  ['contains', [1, { id: 2 }], { id: 2 }, true],
  ['contains', [1, '2'], 2, false],
  ['contains', { id: 1, state: 'open' }, { state: 'open' }, true],
  ['contains', { id: 1 }, { state: 'open' }, false],
  ['contains', 22, '2', false],
  ['starts-with', 'Bearer x', 'Bearer ', true],
  ['starts-with', 22, '2', false],
  ['ends-with', 'a.json', '.json', true],
  ['ends-with', undefined, '.json', false],
  ['matches', 'order-17', '^order-\\d+$', true],
  ['matches', 'order-x', '^order-\\d+$', false],
  ['matches', 2026, '^20', true],
  ['matches', undefined, '.*', false],
  ['matches', 'é', '^\\u00e9$', true],
  ['exists', null, undefined, true],
  ['exists', '', undefined, true],
  ['exists', undefined, undefined, false],
  ['conforms-to-api', answer(true), {}, true],
  ['conforms-to-api', answer(false), { api: 'a' }, false],
  ['is-empty', '', undefined, true],
  ['is-empty', [], undefined, true],
  ['is-empty', {}, undefined, true],
  ['is-empty', [0], undefined, false],
  ['is-empty', null, undefined, false],
  ['is-empty', undefined, undefined, false],
  ['is-type', 'a', 'string', true],
  ['is-type', 2, 'number', true],
  ['is-type', 2, 'integer', true],
  ['is-type', 2.5, 'integer', false],
  ['is-type', new LosslessNumber('1e400'), 'integer', true],
  ['is-type', new LosslessNumber('12345678901234567890.5'), 'integer', false],
  ['is-type', null, 'null', true],
  ['is-type', null, 'object', false],
  ['is-type', [], 'array', true],
  ['is-type', [], 'object', false],
  ['is-type', undefined, 'null', false],
  ['less-than', 799, 800, true],
  ['less-than', 800, 800, false],
  ['less-than', '22', 800, false],
  ['less-than', '2026-01-01', '2026-02-01', true],
  ['at-most', 800, 800, true],
  ['at-most', 801, 800, false],
  ['greater-than', 801, 800, true],
  ['greater-than', undefined, 0, false],
  ['at-least', 800, 800, true],
  ['at-least', 799, 800, false],
  ['between', 5, [1, 5], true],
  ['between', 6, [1, 5], false],
  ['between', '5', [1, 5], false],
  ['one-of', 'open', ['open', 'pending'], true],
  ['one-of', '1', [1, 2], false],
  ['has-length', 'añ😀', 3, true],
  ['has-length', [1, 2], 2, true],
  ['has-length', { a: 1 }, 2, false],
  ['has-length', 5, 1, false],
  ['matches-schema', { id: 1 }, { type: 'object', required: ['id'] }, true],
  ['matches-schema', { id: 'x' }, { properties: { id: { type: 'integer' } } }, false],
  ['matches-schema', 'ab', { pattern: '^a' }, true],
  ['matches-schema', 'ba', { pattern: '^a' }, false],
  ['matches-schema', { pattern: 1 }, { properties: { pattern: { type: 'number' } } }, true],
  ['matches-schema', undefined, {}, false],
  ['matches-snapshot', { a: [1] }, { a: [1] }, true],
  ['matches-snapshot', { a: [1] }, { a: [2] }, false],
  ['matches-snapshot', 'a', undefined, false],
  ['is-json', '{"a": [1]}', undefined, true],
  ['is-json', '{"a": [1}', undefined, false],
  ['is-json', 5, undefined, false],
  ['is-iso-date', '2026-02-28', undefined, true],
  ['is-iso-date', '2026-02-29', undefined, false],
  ['is-iso-date', '2028-02-29T23:59:60Z', undefined, true],
  ['is-iso-date', '2026-01-01T10:00:00.123+02:00', undefined, true],
  ['is-iso-date', '2026-01-01T10:00:00', undefined, false],
  ['is-iso-date', '01.02.2026', undefined, false],
  ['is-uuid', '0189d0c5-7c1f-7c1e-9d8f-0242AC120002', undefined, true],
  ['is-uuid', '0189d0c5-7c1f-7c1e-9d8f-0242ac12000', undefined, false],
]

describe('predicates', () => {
  it('every predicate has a row that holds and one that does not', () => {
    for (const name of predicateNames)
      for (const holds of [true, false])
        expect(
          rows.some(([is, , , expected]) => is === name && expected === holds),
          `${name} ${holds}`,
        ).toBe(true)
  })

  for (const [is, actual, value, holds] of rows) {
    const shown = actual instanceof LosslessNumber ? actual.value : JSON.stringify(actual)
    it(`[T9] ${shown} ${is} ${JSON.stringify(value) ?? ''}: ${holds}, and negated the opposite`, async () => {
      expect((await judge({ is, value }, actual)).holds).toBe(holds)
      expect((await judge({ is, value, not: true }, actual)).holds).toBe(!holds)
    })
  }

  for (const [is, value] of [
    ['contains', 5, 'abc'],
    ['starts-with', 5],
    ['less-than', [1]],
    ['between', [1]],
    ['between', [1, null]],
    ['one-of', 'open'],
    ['is-type', 'text'],
    ['has-length', '3'],
    ['matches', 5],
    ['matches', '('],
    ['matches', 'a(?=b)'],
    ['matches-schema', 'x'],
    ['matches-schema', { $ref: '#/nowhere' }],
    ['matches-schema', { type: 'nonsense' }],
    ['matches-schema', { properties: { id: { minimum: '3' } } }],
    ['matches-schema', { required: 'id' }],
    ['matches-schema', { anyOf: [{ items: { type: ['string', 'text'] } }] }],
    ['matches-schema', { $ref: '#' }],
  ] as [PredicateName, unknown][]) {
    it(`[T9] ${is} with ${JSON.stringify(value)} as expected value is an error of the rule`, async () => {
      await expect(async () => judge({ is, value }, 'abc')).rejects.toMatchObject({ code: 'bad-expression' })
    })
  }

  it.each([
    [{ type: 'any' }, /invalid at \/type: .*any of \["string","number"/],
    [{ items: { minLength: -1 } }, /invalid at \/items\/minLength: -1/],
    [{ items: [{ type: ['nul'] }] }, /invalid at \/items\/0\/type\/0: /],
    [{ dependencies: { a: { minimum: '1' } } }, /invalid at \/dependencies\/a\/minimum: /],
    [{ dependencies: { a: [1] } }, /invalid at \/dependencies\/a\/0: /],
  ])(
    '[T9] %j: the place and the reason are those of the mistake, also where one thing or a list may stand',
    async (schema, said) => {
      const judged = async () => judge({ is: 'matches-schema', value: schema }, 'abc')
      await expect(judged).rejects.toMatchObject({ code: 'bad-expression', message: expect.stringMatching(said) })
    },
  )

  it('a schema that says the same as one before is not prepared again; one that says almost the same is', async () => {
    const schema = (ofId: object) => {
      const reads = { count: 0 }
      const properties = {
        get id() {
          reads.count++
          return ofId
        },
      }
      return { reads, holds: async (id: unknown) => (await judge({ is: 'matches-schema', value: { properties } }, { id })).holds }
    }
    const [first, same] = [schema({ pattern: '^a' }), schema({ pattern: '^a' })]
    expect(await first.holds('ab')).toBe(true)
    expect([await same.holds('ab'), await same.holds('ba')]).toEqual([true, false])
    expect(first.reads.count).toBeGreaterThan(1)
    expect(same.reads.count).toBe(2)
    for (const id of [1, '1', 'n1', null, 2n, new LosslessNumber('1e400')]) {
      const own = schema({ const: id })
      expect([await own.holds(id), await own.holds('s1'), await own.holds(3)]).toEqual([true, false, false])
    }
  })

  it('[T9] says which keyword of a schema has a value that it can not have', async () => {
    const schema = { properties: { id: { minimum: '3' } } }
    await expect(async () => judge({ is: 'matches-schema', value: schema }, 'abc')).rejects.toMatchObject({
      message: expect.stringContaining('invalid at /properties/id/minimum: Instance type "string" is invalid.') as string,
    })
  })

  it('says what is wrong beside the actual value', async () => {
    expect(await judge({ is: 'has-length', value: 3 }, [1])).toEqual({ holds: false, detail: 'length 1' })
    const schema = { properties: { items: { items: { properties: { id: { type: 'integer' } } } } } }
    const verdict = await judge({ is: 'matches-schema', value: schema }, { items: [{ id: 1 }, { id: 'x' }] })
    expect(verdict).toEqual({
      holds: false,
      detail: 'at /items/1/id: Instance type "string" is invalid. Expected "integer".',
    })
    const pattern = await judge({ is: 'matches-schema', value: { properties: { a: { pattern: '^x' } } } }, { a: 'y' })
    expect(pattern.detail).toBe('at /a: String does not match pattern "^x".')
  })
})

describe('numbers', () => {
  it.each([
    ['9007199254740993', 9007199254740993n, true],
    ['9007199254740993', 9007199254740992, false],
    ['1e400', new LosslessNumber('10e399'), true],
    ['-0', 0, true],
    ['0.10000000000000000555', 0.1, false],
    ['1.50', 1.5, true],
  ])('[R10] %s equals %s: %s, by the literal', async (literal, expected, holds) => {
    expect((await judge({ is: 'equals', value: expected }, new LosslessNumber(literal))).holds).toBe(holds)
  })

  it('[R10] order of numbers beyond a double', async () => {
    const big = new LosslessNumber('1e400')
    expect((await judge({ is: 'greater-than', value: 1e308 }, big)).holds).toBe(true)
    expect((await judge({ is: 'less-than', value: new LosslessNumber('-1e400') }, new LosslessNumber('-1e401'))).holds).toBe(true)
    expect((await judge({ is: 'less-than', value: 9007199254740993n }, 9007199254740992)).holds).toBe(true)
    expect((await judge({ is: 'equals', value: new LosslessNumber('1e-999999999') }, big)).holds).toBe(false)
  })
})

describe('regular expressions', () => {
  it('[R39] a catastrophic expression is matched in linear time', async () => {
    const text = `${'a'.repeat(50_000)}!`
    for (const value of ['(a+)+$', '(a|aa)+$', '(.*)*x', '^(\\w+\\s?)*$'])
      expect((await judge({ is: 'matches', value }, text)).holds).toBe(false)
    expect((await judge({ is: 'matches-schema', value: { pattern: '(a+)+$' } }, text)).holds).toBe(false)
  })

  it('[R39] an expression that is too large for its text is stopped before it starts', async () => {
    await expect(async () => judge({ is: 'matches', value: '(a?){500}a{500}$' }, 'a'.repeat(1_000_000))).rejects.toMatchObject({
      code: 'deadline',
    })
  })

  it('[R39] lookaheads and backreferences are refused with what to do', async () => {
    for (const value of ['^(?!x)', '(a)\\1', '(?<n>a)\\k<n>']) {
      const error = await Promise.resolve()
        .then(() => judge({ is: 'matches', value }, 'a'))
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
      expect(error).toBeInstanceOf(AssayError)
      expect((error as AssayError).hint).toContain(
        'Use two checks, or "not". Lookaheads and backreferences aren\'t supported because they can run forever.',
      )
    }
  })
})
