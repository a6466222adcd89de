import { readFileSync } from 'node:fs'
import { LosslessNumber } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { compiledPath } from './json-path.ts'

interface Case {
  name: string
  selector: string
  document?: unknown
  result?: unknown[]
  results?: unknown[][]
  invalid_selector?: boolean
}

const suite = JSON.parse(
  readFileSync(
    new URL('../../../node_modules/jsonpath-rfc9535/src/__tests__/jsonpath-compliance-test-suite/cts.json', import.meta.url),
    'utf8',
  ),
) as { tests: Case[] }

describe('JSONPath', () => {
  it('RFC 9535: the whole compliance test suite', async () => {
    const wrong: string[] = []
    for (const { name, selector, document, result, results, invalid_selector } of suite.tests) {
      const found = await Promise.resolve()
        .then(() => compiledPath(selector))
        .then(
          (path) => path(document),
          () => undefined,
        )
      const allowed = invalid_selector ? [undefined] : (results ?? [result])
      if (!allowed.some((one) => JSON.stringify(one) === JSON.stringify(found))) wrong.push(`${name}: ${selector}`)
    }
    expect(suite.tests.length).toBeGreaterThan(600)
    expect(wrong).toEqual([])
  })

  it('[R10] a filter compares numbers by their literals', async () => {
    const path = await compiledPath('$[?@ > 9007199254740992]')
    expect(path([1, new LosslessNumber('9007199254740993')])).toHaveLength(1)
    expect(
      (await compiledPath('$[?@.n == $.same]'))({ same: new LosslessNumber('1e400'), a: { n: new LosslessNumber('10e399') } }),
    ).toHaveLength(1)
  })

  it.each([
    ['$..*..*..*..*..*', JSON.parse(`${'['.repeat(400)}1${']'.repeat(400)}`) as unknown],
    ['$..[?count($..*) > 1]', Array.from({ length: 5_000 }, () => [1])],
    ['$[?search(@, "(a+)+$")]', Array.from({ length: 200 }, () => `${'a'.repeat(50_000)}!`)],
  ])('[R39] the monstrous path %s is stopped', async (path, document) => {
    const compiled = await compiledPath(path)
    expect(() => compiled(document)).toThrowError(expect.objectContaining({ code: 'deadline' }) as Error)
  })

  it.each([`$${'[?@'.repeat(40)}${']'.repeat(40)}`, `$${'.a'.repeat(5_000)}['b']`])(
    '[R39] a path that is too nested or too long is rejected before it is parsed',
    async (path) => {
      await expect(async () => compiledPath(path)).rejects.toMatchObject({ code: 'bad-expression' })
    },
  )
})
