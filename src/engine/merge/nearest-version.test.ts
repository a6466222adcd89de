import { expect, it } from 'vitest'
import { emptyProject } from '#engine/project/empty.ts'
import { nearestVersion } from './nearest-version.ts'

it('[X10] an edit of an older version is merged from that version, so that later edits do not look reverted', () => {
  const first = emptyProject('p', 'First')
  const saved = { ...first, name: 'Second', description: 'Later' }
  expect(nearestVersion([saved, first], { ...first, locale: 'de' })).toBe(first)
  expect(nearestVersion([saved, first], { ...saved, locale: 'de' })).toBe(saved)
  expect(nearestVersion([{ ...saved, id: 'other' }], first)).toBeUndefined()
})
