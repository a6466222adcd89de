import { zipSync, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readProject } from '#engine/project/read.ts'
import { writeProject } from '#engine/project/write.ts'
import { importerFacts, importerIds } from './facts.ts'
import { importText, importFiles } from './testing/import-text.ts'
import { importers } from './index.ts'

describe('the list of importers', () => {
  it('loads each under its own id', async () => {
    for (const id of importerIds) expect((await importers[id]()).id).toBe(id)
    expect(Object.keys(importers)).toEqual(Object.keys(importerFacts))
  })

  it('what is no known format is refused, and says which there are', async () => {
    const { error } = await importText('auto', 'notes.txt', 'Dear all, nothing to see here.')
    expect(error?.code).toBe('import-unusable')
    expect(error?.message).toContain('"notes.txt" is none of the formats')
    expect(error?.hint).toContain('cURL')
  })

  it('an empty file and an empty folder are refused', async () => {
    expect((await importText('auto', 'a.json', '')).error?.message).toBe('"a.json" holds nothing to import.')
    expect((await importFiles('auto', 'folder', {})).error?.message).toBe('"folder" holds nothing to import.')
  })
})

describe('archives', () => {
  const zipped = (files: Record<string, Uint8Array>) => zipSync(files)

  it('[R8] are read as the files that they hold', async () => {
    const { value } = await importFiles('auto', 'all.zip', {
      'all.zip': zipped({ 'commands.sh': strToU8('curl https://api.example.test/orders') }),
    })
    expect(value?.project.suites[0]?.cases[0]?.steps).toMatchObject([{ url: 'https://api.example.test/orders' }])
  })

  it('[R8] that grow more than a hundred times are not unpacked', async () => {
    const { error } = await importFiles('auto', 'bomb.zip', { 'bomb.zip': zipped({ 'zeros.txt': new Uint8Array(30_000_000) }) })
    expect(error?.message).toBe('"bomb.zip" is packed more than 100 times smaller than what it holds. It was not unpacked.')
  })

  it('[R8] that would get over 200 MB are not unpacked', async () => {
    const part = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7919) & 255)
    const files = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`${index}.txt`, part]))
    const { error } = await importFiles('auto', 'large.zip', { 'large.zip': zipped(files) })
    expect(error?.code).toBe('import-unusable')
  })

  it('[R8] with a file outside of them are refused', async () => {
    const { error } = await importFiles('auto', 'slip.zip', { 'slip.zip': zipped({ '../../.bashrc': strToU8('curl http://x') }) })
    expect(error?.message).toContain('would lie outside of it')
  })

  it('[R8] that are damaged are refused', async () => {
    const good = zipped({ 'commands.sh': strToU8('curl https://api.example.test/orders') })
    const { error } = await importFiles('auto', 'cut.zip', { 'cut.zip': good.slice(0, good.length - 30) })
    expect(error?.message).toContain("ZIP archive that can't be read")
  })
})

it('what was imported is a project that is written and read back', async () => {
  const { value } = await importText(
    'curl',
    'a.sh',
    `curl https://api.example.test -H 'Authorization: Bearer topsecret-0815' -d '{"a":"\${x}"}'`,
  )
  const text = writeProject(value!.project)
  expect(text).not.toContain('topsecret')
  expect([...value!.secrets]).toEqual([['a/bearer-token', 'topsecret-0815']])
  expect(readProject(text)).toMatchObject({ ok: true, value: { problems: [] } })
  expect(value!.leftOut).toEqual([
    {
      where: '',
      what: 'The variable "x" is used but has no value in what was imported. It is an empty variable of the project now: fill it in.',
    },
  ])
})
