import type { Page } from '@playwright/test'
import type { Project } from '#engine/project/format/schema.ts'
import { openHost, waitStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'
import { expect, test } from './worker.ts'

const project = makeProject([makeCase('c1', [waitStep('w1', 1)])])

const load = (page: Page, value: Project) =>
  page.evaluate(([json]) => window.assayHost.load(json), [JSON.stringify(value)] as const)

/** Renames the case, as an edit of the page does; gives how the write ended, and the name that is stored now. */
const rename = (page: Page, localId: string, name: string, revision?: number) =>
  page.evaluate(
    async ([id, next, seen]) => {
      const { store } = window.assayHost
      const before = await store.case(id, 'c1').catch(() => undefined)
      const after = {
        ...(before ?? { id: 'c1', description: '', tags: [], variables: [], onFailure: 'stop', steps: [] }),
        name: next,
      }
      const changes = [{ record: 'case' as const, id: 'c1', before, after: after as NonNullable<typeof before> }]
      const failure = await store
        .revision(id)
        .then((current) => store.apply(id, { label: 'Rename', changes }, seen ?? current))
        .then(
          () => 'none',
          (error: Error & { failure?: string }) => error.failure ?? error.message,
        )
      return { failure, stored: (await store.case(id, 'c1').catch(() => undefined))?.name }
    },
    [localId, name, revision] as const,
  )

test('[R19] an acknowledged edit and its undo survive the loss of the page', async ({ page, host }) => {
  await openHost(page, host)
  const localId = await load(page, project)
  expect(await rename(page, localId, 'Renamed')).toEqual({ failure: 'none', stored: 'Renamed' })
  await page.close({ runBeforeUnload: false })
  const again = await page.context().newPage()
  await openHost(again, host)
  const state = await again.evaluate(async (id) => {
    const { store } = window.assayHost
    const name = (await store.case(id, 'c1'))?.name
    const undone = await store.undo(id, await store.revision(id))
    return { name, label: undone?.edit.label, after: (await store.case(id, 'c1'))?.name }
  }, localId)
  expect(state).toEqual({ name: 'Renamed', label: 'Rename', after: 'Case c1' })
})

test('[R14] a full disk refuses the edit and leaves what was there', async ({ page, host }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(host).origin, quotaSize: 1_000_000 })
  await openHost(page, host)
  const localId = await load(page, project)
  const { failure, stored } = await rename(page, localId, 'x'.repeat(4_000_000))
  expect({ failure, stored: stored?.slice(0, 20) }).toEqual({ failure: 'quota', stored: 'Case c1' })
  expect(await rename(page, localId, 'Fits')).toEqual({ failure: 'none', stored: 'Fits' })
})

test('[R17] storage that was cleared is noticed at the next write, and written again from memory', async ({ page, host }) => {
  await openHost(page, host)
  const localId = await load(page, project)
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(host).origin, storageTypes: 'indexeddb' })
  await expect.poll(async () => (await rename(page, localId, 'Lost')).failure).toBe('closed')
  const restored = await page.evaluate(
    async ([id, json]) => {
      const { store } = window.assayHost
      const revision = await store.restore(id, JSON.parse(json))
      return { revision, name: (await store.case(id, 'c1'))?.name }
    },
    [localId, JSON.stringify(project)] as const,
  )
  expect(restored).toEqual({ revision: 1, name: 'Case c1' })
  expect(await rename(page, localId, 'Found')).toEqual({ failure: 'none', stored: 'Found' })
})

test('[R22] a stale write from a second tab is rejected', async ({ page, host }) => {
  const other = await page.context().newPage()
  for (const tab of [page, other]) await openHost(tab, host)
  const localId = await load(page, project)
  expect(await rename(other, localId, 'Second')).toEqual({ failure: 'none', stored: 'Second' })
  expect(await rename(page, localId, 'First', 1)).toEqual({ failure: 'stale', stored: 'Second' })
})

test('[R23] an old tab never writes once a newer version has the database', async ({ page, host }) => {
  const other = await page.context().newPage()
  for (const tab of [page, other]) await openHost(tab, host)
  const localId = await load(page, project)
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('assay', 20)
        opening.addEventListener('success', () => resolve())
      }),
  )
  expect((await rename(page, localId, 'Late')).failure).toBe('closed')
})

test('[R16] without IndexedDB everything works in memory, runs too', async ({ page, host }) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  await openHost(page, host)
  const localId = await load(page, makeProject([makeCase('c1', [waitStep('w1', 0)])]))
  expect(await page.evaluate(() => window.assayHost.store.lasting)).toBe(false)
  expect(await rename(page, localId, 'In memory')).toEqual({ failure: 'none', stored: 'In memory' })
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('ended passed')
  const runs = await page.evaluate((id) => window.assayHost.runs.runs(id), localId)
  expect(runs).toMatchObject([{ report: { outcome: 'passed' } }])
})
