import { describe, expect, it } from 'vitest'
import { parseYaml } from './yaml.ts'

describe('YAML as people write it', () => {
  it('[R13] takes lines inside of brackets and quotes that stand too far left, as 3GPP and Matrix publish them', async () => {
    const text = `a:
    value: {
      "b": [1,
    2]
  }
    text: 'one
  two'
c: "x
y"
`
    expect(await parseYaml(text)).toMatchObject({ value: { value: { a: { value: { b: [1, 2] }, text: 'one two' }, c: 'x y' } } })
  })

  it('[R13] takes the last of two values of one name, as JSON does', async () => {
    const read = async (text: string) => {
      const parsed = await parseYaml(text)
      return parsed.ok ? [parsed.value.value, parsed.value.repeated] : parsed.error
    }
    expect(await read('get: {summary: first}\nput: 1\nget: {summary: last}\n')).toEqual([
      { get: { summary: 'last' }, put: 1 },
      { name: 'get', line: 3 },
    ])
    // Only the first one is named, also where lines have to be mended before it.
    expect(await read('a: [\n1]\n"x y": 1\n"x y": 2\na: 3\n')).toEqual([
      { a: 3, 'x y': 2 },
      { name: 'x y', line: 4 },
    ])
    expect(await read('a: &a { b: 1 }\nc: { <<: *a, b: 2 }\n')).toEqual([{ a: { b: 1 }, c: { b: 2 } }, undefined])
  })

  it('names the first line that is wrong, where mending it does not help', async () => {
    const text = `a:\n  b: 'not closed\n${'c: 1\n'.repeat(20)}`
    const read = await parseYaml(text)
    expect(read).toEqual({ ok: false, error: { message: 'deficient indentation', line: 3 } })
  })
})
