import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeDocument } from './write-document.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-write-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('[R44] takes the place of what stood there, with its mode, and of what a link leads to', () => {
  const [file, link] = [join(folder, 'a.aprj'), join(folder, 'link.aprj')]
  writeFileSync(file, 'old')
  chmodSync(file, 0o640)
  symlinkSync(file, link)
  writeDocument(link, 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(readdirSync(folder).toSorted()).toEqual(['a.aprj', 'link.aprj'])
})

it('[R44] a text that can not be written leaves what stood there, and nothing beside it', () => {
  const file = join(folder, 'a.aprj')
  writeFileSync(file, 'old')
  // A failing write: no text at all.
  const text = { toString: () => 'x' } as unknown as string
  expect(() => writeDocument(file, text)).toThrow("can't be written")
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['a.aprj'])
  expect(() => writeDocument(join(folder, 'none', 'a.aprj'), 'x')).toThrow("can't be written")
})
