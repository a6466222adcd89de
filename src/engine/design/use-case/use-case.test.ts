import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { derive } from '../index.ts'
import { useCaseSchema } from './schema.ts'

type Given = Partial<v.InferInput<typeof useCaseSchema>>
const design = (given: Given) => v.parse(useCaseSchema, { id: 'd', method: 'use-case', steps: [], ...given })

describe('use cases', () => {
  it('[D9] Cockburn, Writing Effective Use Cases, "Buy stocks over the web": the main flow once, each extension once', async () => {
    const steps = ['choose to buy', 'get the site', 'open it', 'buy', 'intercept the answer', 'show the new standing']
    const extensions = [
      { name: 'other web site', at: 'get the site', steps: ['suggest another site'], back: 'choose to buy' },
      { name: 'web failure', at: 'open it', steps: ['report the failure'], back: 'get the site' },
      { name: 'no acknowledgement', at: 'intercept the answer', steps: ['set up a question'], fails: true },
    ]
    const { tests, items, bound } = await derive(design({ steps, extensions }))
    expect(items.map(({ text }) => text)).toEqual([
      'main flow',
      'other web site, instead of get the site',
      'web failure, instead of open it',
      'no acknowledgement, instead of intercept the answer',
    ])
    expect(bound).toBe(4)
    expect(tests.map(({ events, valid }) => [events?.length, valid])).toEqual([
      [6, true],
      [1 + 1 + 6, true],
      [2 + 1 + 5, true],
      [4 + 1, false],
    ])
    expect(tests[2]?.events?.slice(0, 5)).toEqual([
      'choose to buy',
      'get the site',
      'report the failure',
      'get the site',
      'open it',
    ])
  })

  it.each<[Given, string]>([
    [{}, 'Add the steps'],
    [{ steps: ['a'], extensions: [{ name: 'x', at: 'b', steps: [] }] }, 'refers to the step "b"'],
    [{ steps: ['a', 'a'], extensions: [{ name: 'x', at: 'a', steps: [] }] }, 'in the main flow'],
    [{ steps: ['a'], extensions: [{ name: 'x', at: 'a', steps: [] }] }, 'It is empty'],
    [{ steps: ['a', 'b'], extensions: ['b', 'b'].map((at) => ({ name: 'x', at, steps: [] })) }, 'duplicate extension "x"'],
  ])('[D9] %j is rejected: %s', async (given, text) => {
    await expect(derive(design(given))).rejects.toThrow(text)
  })
})
