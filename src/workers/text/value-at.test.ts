import { assert, asyncProperty, jsonValue, nat } from 'fast-check'
import { expect, test } from 'vitest'
import { compiledPath } from '#engine/extractors/json-path.ts'
import { formatJson } from './format-json.ts'
import { valueAt } from './value-at.ts'

const document = {
  id: 7,
  'x y': [{ "it's": null }, [], {}, 'a, "b": {'],
  nested: { deep: { list: [1, [true, false]] } },
}

test('[T9] every line of a formatted document leads to its value by a path that finds it', async () => {
  const text = formatJson(JSON.stringify(document)) ?? ''
  const lines = text.split('\n')
  let offset = 0
  const paths: string[] = []
  for (const line of lines) {
    const found = valueAt(text, offset + Math.floor(line.length / 2))
    paths.push(found?.path ?? '')
    const values = (await compiledPath(found?.path ?? ''))(document)
    expect(values, line).toEqual([JSON.parse(found?.text ?? '')])
    offset += line.length + 1
  }
  expect(paths.slice(0, 6)).toEqual(['$', '$.id', "$['x y']", "$['x y'][0]", "$['x y'][0]['it\\'s']", "$['x y'][0]"])
  expect(paths.at(-1)).toBe('$')
})

test('[T9] so it is for any document', async () => {
  await assert(
    asyncProperty(jsonValue({ maxDepth: 4 }), nat(), async (value, place) => {
      const text = formatJson(JSON.stringify(value)) ?? ''
      const found = valueAt(text, place % (text.length + 1))
      expect(found).toBeDefined()
      const [first] = (await compiledPath(found?.path ?? ''))(JSON.parse(JSON.stringify(value)))
      expect(JSON.stringify(first)).toBe(JSON.stringify(JSON.parse(found?.text ?? '')))
    }),
    { numRuns: 300 },
  )
})
