import { LosslessNumber } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { describeRule, describeValue } from './describe.ts'

describe('describeValue', () => {
  it.each([
    ['pending', 'string "pending"'],
    ['a "b"\n', String.raw`string "a \"b\"\n"`],
    [22, 'number 22'],
    [9007199254740993n, 'number 9007199254740993'],
    [new LosslessNumber('-0'), 'number -0'],
    [true, 'boolean true'],
    [null, 'null'],
    [undefined, 'nothing'],
    [[], 'array []'],
    [{ id: 1, tags: ['a', null], big: new LosslessNumber('1e400') }, 'object {"id":1,"tags":["a",null],"big":1e400}'],
  ])('[T9] names the type of %s', (value, text) => {
    expect(describeValue(value)).toBe(text)
  })

  it('cuts what is long, says how much there is, and splits no character', () => {
    const list = Array.from({ length: 1_000 }, (_, index) => index)
    expect(describeValue(list)).toMatch(/^array \[0,1,2.{190,200}… \(1000 items\)$/)
    const text = describeValue('😀'.repeat(2_000))
    expect(text.length).toBeLessThan(2_000)
    expect(text).toMatch(/^string "(😀)+"… \(4000 characters\)$/u)
  })

  it('a huge structure is described in the time of its beginning', () => {
    let read = 0
    const endless = new Proxy(Array<string>(1_000_000).fill('x'.repeat(100)), {
      get: (target, key, receiver) => {
        read++
        return Reflect.get(target, key, receiver) as unknown
      },
    })
    describeValue(endless)
    expect(read).toBeLessThan(2_000)
  })

  it('[R41] masks before it cuts, so that no half of a secret is left at the border', () => {
    const secret = 'S3cr3t-'.repeat(20)
    const mask = (text: string): string => text.replaceAll(secret, '‹key›')
    expect(describeValue(`${'x'.repeat(1_850)}${secret}`, mask)).not.toContain('S3cr3t')
    expect(describeValue({ a: 'x'.repeat(150), b: secret }, mask)).not.toContain('S3cr3t')
    expect(describeRule({ is: 'equals', value: secret }, mask)).toBe('equals string "‹key›"')
  })
})

describe('describeRule', () => {
  it.each([
    [{ is: 'equals', value: 'open' }, 'equals string "open"'],
    [{ is: 'equals', not: true, value: 'deleted' }, 'not equals string "deleted"'],
    [{ is: 'exists' }, 'exists'],
    [{ is: 'exists', not: true }, 'not exists'],
    [{ is: 'is-type', value: 'integer' }, 'is-type integer'],
    [{ is: 'between', value: [1, 5] }, 'between number 1 and number 5'],
    [{ is: 'one-of', value: ['a', 2] }, 'one-of string "a", number 2'],
    [{ is: 'one-of', value: [] }, 'one-of array []'],
    [{ is: 'matches', value: '^a$' }, 'matches /^a$/'],
    [{ is: 'equals', value: null }, 'equals null'],
  ] as const)('[T9] %j', (rule, text) => {
    expect(describeRule(rule)).toBe(text)
  })
})

it('[H10] a number of 200,000 digits is shown by its beginning and its length', () => {
  const shown = describeValue(new LosslessNumber('7'.repeat(200_000)))
  expect(shown).toBe(`number ${'7'.repeat(200)}… (200000 characters)`)
})
