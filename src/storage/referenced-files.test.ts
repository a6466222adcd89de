import { beforeAll, expect, it } from 'vitest'
import { emptyProject } from '#engine/project/empty.ts'
import { createReferencedFiles } from './referenced-files.ts'
import { createProjectStore } from './project-store.ts'
import { earlierDatabase } from './testing/earlier-database.ts'
import { fakeIndexedDatabase } from './testing/fake-indexed-database.ts'

beforeAll(fakeIndexedDatabase)

const project = emptyProject('p', 'P')

it('[P4] a file belongs to its project in this browser, is replaced under its path, and goes with the project', async () => {
  const where = { name: 'body-files' }
  const store = await createProjectStore(where)
  const files = createReferencedFiles(where)
  const [one, two] = [await store.import(project), await store.import(project)]
  await files.put(one.localId, 'data/a', new Blob(['first']))
  await files.put(one.localId, 'data/a', new Blob(['later']))
  expect(await (await files.blob(one.localId, 'data/a'))?.text()).toBe('later')
  expect(await files.info(one.localId, 'data/a')).toEqual({ size: 5, chosenAt: expect.any(Number) })
  expect(await files.blob(two.localId, 'data/a')).toBeUndefined()
  expect(await files.info(one.localId, 'data')).toBeUndefined()
  await store.replace(one.localId, project)
  expect(await files.info(one.localId, 'data/a')).toBeDefined()
  await store.remove(one.localId)
  expect(await files.blob(one.localId, 'data/a')).toBeUndefined()
})

it('[P4] a database without the table gets it, and keeps what is in it', async () => {
  const name = 'before-body-files'
  await earlierDatabase(name, 1)
  const files = createReferencedFiles({ name })
  await files.put('p', 'a', new Blob(['x']))
  expect(await files.info('p', 'a')).toMatchObject({ size: 1 })
  const store = await createProjectStore({ name })
  expect(store.lasting).toBe(true)
  expect(await store.setting('kept')).toBe(1)
})
