import { describe, expect, it } from 'vitest'
import { readSource, testContext } from '../testing/open.ts'

const columns = [
  { name: 'id', value: '${random.int(1, 1000000)}' },
  { name: 'mail', value: 'user${id}@${domain}' },
  { name: 'role', value: 'tester' },
]
const generated = async (more: Parameters<typeof testContext>[0] = {}, rows = 45) => {
  const { all } = await readSource(
    { kind: 'generated', rows, columns },
    testContext({ variables: [{ name: 'domain', value: 'example.org' }], ...more }),
  )
  return all.map(({ cells }) => cells)
}

describe('a generated table', () => {
  it('[T4] has as many rows as it says, typed, and a column may refer to those before it', async () => {
    const rows = await generated()
    expect(rows).toHaveLength(45)
    for (const [id, mail, role] of rows) {
      expect(typeof id).toBe('number')
      expect([mail, role]).toEqual([`user${String(id)}@example.org`, 'tester'])
    }
    expect(new Set(rows.map(([id]) => id)).size).toBeGreaterThan(40)
  })

  it('[T5] the same seed gives the same table, to every case; another seed another one', async () => {
    const rows = await generated()
    expect(await generated()).toEqual(rows)
    expect(await generated({ case: 'another' })).toEqual(rows)
    expect(await generated({}, 10)).toEqual(rows.slice(0, 10))
    expect(await generated({ seed: 8 })).not.toEqual(rows)
  })

  it('[T4] a template that can not be resolved is named by its column', async () => {
    await expect(readSource({ kind: 'generated', rows: 1, columns: [{ name: 'id', value: '${nobody}' }] })).rejects.toMatchObject(
      {
        code: 'variable-unknown',
        message: expect.stringContaining('column "id" in the data source "users"'),
      },
    )
  })
})
