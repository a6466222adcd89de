import { expect, it } from 'vitest'
import { emptyProject } from '#engine/project/empty.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { nearestVersion, type ProjectVersion } from './nearest-version.ts'

const first = emptyProject('p', 'First')
const saved = { ...first, name: 'Second', description: 'Later' }
const version = (digest: string, project = first, undone?: { base?: string }): ProjectVersion => ({
  digest,
  project,
  ...(undone ? { undone } : {}),
})

it('[X10] an edit of an older version is merged from that version, so that later edits do not look reverted', () => {
  const versions = [version('saved', saved), version('first')]
  expect(nearestVersion(versions, { ...first, locale: 'de' })?.digest).toBe('first')
  expect(nearestVersion(versions, { ...saved, locale: 'de' })?.digest).toBe('saved')
  expect(nearestVersion([version('other', { ...saved, id: 'other' })], first)).toBeUndefined()
})

it('[X10] a version whose merge was undone is compared with what it was compared with then', () => {
  const theirs: Project = { ...first, locale: 'de', description: 'Theirs', name: 'Theirs' }
  // Nearer than `first`, but nothing that theirs was made from.
  const ours: Project = { ...theirs, locale: 'fr' }
  const versions = [version('theirs', theirs, { base: 'first' }), version('ours', ours), version('first')]
  expect(nearestVersion(versions, theirs)?.digest).toBe('first')
  const again = version('again', { ...theirs, headers: [{ name: 'X', value: '1', disabled: false }] }, { base: 'theirs' })
  expect(nearestVersion([again, ...versions], again.project)?.digest).toBe('first')
  expect(nearestVersion([version('theirs', theirs, { base: 'gone' }), version('ours', ours)], theirs)).toBeUndefined()
  expect(nearestVersion([version('theirs', theirs, { base: 'theirs' })], theirs)).toBeUndefined()
})
