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
    expect(await parseYaml(text)).toEqual({ ok: true, value: { a: { value: { b: [1, 2] }, text: 'one two' }, c: 'x y' } })
  })

  it('[R13] takes the last of two values of one name, as JSON does', async () => {
    expect(await parseYaml('get: {summary: first}\nget: {summary: last}\n')).toEqual({
      ok: true,
      value: { get: { summary: 'last' } },
    })
  })

  it('names the first line that is wrong, where mending it does not help', async () => {
    const text = `a:\n  b: 'not closed\n${'c: 1\n'.repeat(20)}`
    const read = await parseYaml(text)
    expect(read).toEqual({ ok: false, error: { message: 'deficient indentation', line: 3 } })
  })
})
