import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { conformanceCases } from '../../../e2e/conformance/cases/index.ts'

const root = new URL('../../../', import.meta.url)
const numbers = Array.from({ length: 51 }, (_, index) => index + 1)
const table = readFileSync(new URL('docs/oauth-conformance.md', root), 'utf8')

/** Case numbers in the titles of all tests. */
function titled(): Set<number> {
  const found = new Set(conformanceCases.map(({ number }) => number))
  for (const folder of ['src', 'e2e'])
    for (const name of readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(test|journey)\.tsx?$/.test(name)) continue
      const text = readFileSync(new URL(`${folder}/${name}`, root), 'utf8')
      for (const [, number] of text.matchAll(/\[case (\d+)/g)) found.add(Number(number))
    }
  return found
}

const rowOf = (number: number): string => table.split('\n').find((line) => line.startsWith(`| ${number} |`)) ?? ''

describe('the table of the OAuth2 cases', () => {
  it('[O18] has a row for every case', () => {
    expect(numbers.filter((number) => rowOf(number) === '')).toEqual([])
  })

  it('[O18] every case stands in the title of a test, or the table says that it is not covered', () => {
    const found = titled()
    const silent = numbers.filter((number) => !found.has(number) && !rowOf(number).includes('not covered | not covered'))
    expect(silent).toEqual([])
    expect([...found].filter((number) => !numbers.includes(number))).toEqual([])
  })
})
