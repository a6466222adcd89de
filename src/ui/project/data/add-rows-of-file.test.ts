import { expect, it } from 'vitest'
import type { ProjectContext } from '../project-context.ts'
import { addRowsOfFile } from './add-rows-of-file.ts'

it('[T4] rows of a dropped file go to the project that it was dropped on, or nowhere', async () => {
  let open = 'a'
  const edits: string[] = []
  const context = {
    workspace: { localId: () => open, head: () => undefined, edit: (label: string) => (edits.push(`${open}: ${label}`), false) },
  } as unknown as ProjectContext
  const told: string[] = []
  const tell = (text: string) => void told.push(text)
  const file = new File(['sku\nA-1\n'], 'orders.csv')
  await addRowsOfFile(file, context, tell)
  expect(edits).toEqual(['a: Add data source orders'])
  const reading = addRowsOfFile(file, context, tell)
  open = 'b'
  await reading
  expect(edits).toHaveLength(1)
  expect(told).toEqual([expect.stringContaining('opened another project')])
})
