import { expect, it } from 'vitest'
import { WorkerGone } from '#workers/worker-client.ts'
import { unlessGone } from './unless-gone.ts'

it('[A2] takes nothing for an answer of a worker that was ended, and lets other errors be seen', async () => {
  expect(await unlessGone(Promise.resolve(['a']), [])).toEqual(['a'])
  expect(await unlessGone(Promise.reject<string[]>(new WorkerGone('internal', 'gone')), [])).toEqual([])
  await expect(unlessGone(Promise.reject<string[]>(new Error('other')), [])).rejects.toThrow('other')
})
