import { expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { createRunCalls, type RunCallsParts } from './run-calls.ts'

it.each([
  ['are known', ['a'], new Set(['a'])],
  ['can not be read', undefined, undefined],
])('[R15] where the runs that are kept %s, bodies of others alone may go', async (_, ids, expected) => {
  const opened: unknown[] = []
  const parts = {
    runs: { kept: () => (ids ? Promise.resolve(ids) : Promise.reject(new Error('The database is closed.'))) },
    openBodies: async (_run: string, kept: ReadonlySet<string> | undefined) => {
      opened.push(kept)
      return { put: () => ({ id: '', size: 0, mediaType: '' }), close: () => undefined }
    },
  } as unknown as RunCallsParts
  const gone = { project: () => Promise.reject(new AssayError('reference-missing', 'gone')) }
  const { calls } = createRunCalls(parts, gone as unknown as Parameters<typeof createRunCalls>[1])
  const page = { window: undefined, redirectUri: '', store: true }
  await expect(calls.start('r', { stored: 'p' }, {}, {} as never, page)).rejects.toMatchObject({ code: 'reference-missing' })
  expect(opened).toEqual([expected])
})
