import { createRoot } from 'solid-js'
import { expect, it } from 'vitest'
import { composeEdit } from '#engine/project/edit/compose.ts'
import { projectOf } from '#engine/project/edit/testing/projects.ts'
import { readProject } from '#engine/project/format/read.ts'
import { keepVariable } from './keep-variable.ts'
import { createTestLocks } from '../testing/locks.ts'
import { createMemoryStore } from '../testing/memory-store.ts'
import { createWorkspace } from '../workspace/workspace.ts'

it('[T6] a value that is kept as a secret gets an id that no step waits for, and stands in no project that was opened meanwhile', async () => {
  const step = {
    id: 's',
    kind: 'oauth2',
    name: 'Get token',
    grantType: 'ClientCredentials',
    clientId: 'c',
    clientSecret: { secret: 'shop/token' },
  }
  const [suite] = projectOf([1]).suites
  const text = JSON.stringify({
    ...projectOf([1]),
    format: 'aprj',
    version: 1,
    name: 'Shop',
    suites: [{ ...suite, cases: [{ id: 'c1', name: 'Case', steps: [step] }] }],
  })
  const read = readProject(text)
  if (!read.ok) throw read.error
  const store = createMemoryStore()
  const { localId } = await store.import(read.value.project)
  const workspace = createRoot(() => createWorkspace({ store, locks: createTestLocks(), composer: () => composeEdit }))
  await workspace.open(localId)
  await workspace.load('c1')
  const values = new Map<string, string>()
  let storing: Promise<unknown> = Promise.resolve()
  const set = async (id: string, value: string) => {
    values.set(id, value)
    await storing
  }
  const vault = { ids: () => new Set(values.keys()), set }
  const context = { workspace, vault, environment: () => undefined } as unknown as Parameters<typeof keepVariable>[0]

  await keepVariable(context, { name: 'token', value: 'eyJ', secret: true })
  expect([...values]).toEqual([['shop/token-2', 'eyJ']])
  expect(workspace.head()?.variables).toMatchObject([{ name: 'token', value: { secret: 'shop/token-2' } }])

  const other = await store.import({ ...read.value.project, id: 'other' })
  storing = workspace.open(other.localId)
  await keepVariable(context, { name: 'later', value: 'eyK', secret: true })
  expect(workspace.head()?.variables).toEqual([])
})
