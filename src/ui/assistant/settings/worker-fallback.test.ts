import { expect, it } from 'vitest'
import { WorkerGone } from '#workers/worker-client.ts'
import { fallbackIfWorkerEnded } from './worker-fallback.ts'

it('[A2] takes nothing for an answer of a worker that was ended, and lets other errors be seen', async () => {
  expect(await fallbackIfWorkerEnded(Promise.resolve(['a']), [])).toEqual(['a'])
  expect(await fallbackIfWorkerEnded(Promise.reject<string[]>(new WorkerGone('internal', 'gone')), [])).toEqual([])
  await expect(fallbackIfWorkerEnded(Promise.reject<string[]>(new Error('other')), [])).rejects.toThrow('other')
})
