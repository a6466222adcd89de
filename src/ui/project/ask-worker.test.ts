import { expect, it } from 'vitest'
import type { Project } from '#engine/project/format/schema.ts'
import { fakeRunClient } from '#workers/testing/fake-run-client.ts'
import { createCaseQuestions } from './ask-worker.ts'

/** From where the editors' questions have the worker take the project, where the last edits could be stored or not. */
async function sourcesOf(state: 'saved' | 'not-saved'): Promise<unknown[]> {
  const client = fakeRunClient()
  const workspace = {
    localId: () => 'p1',
    flush: async () => undefined,
    saveState: () => (state === 'saved' ? { state } : { state, failure: 'quota' as const, message: '' }),
    snapshot: async () => ({ name: 'On the screen' }) as Project,
  }
  const questions = createCaseQuestions(workspace, client, () => ({ environment: undefined, case: 'c1' }))
  const key = { form: 'pem', encoding: 'text', algorithm: 'RS256', keyId: '', x5tS256: false, audience: 'issuer' } as const
  await questions.discover('s1')
  await questions.tokenAction('s1', 'refresh')
  await questions.describeKey(key, 'RS256')
  expect(client.asked.map(([call]) => call)).toEqual(['oauth.discover', 'oauth.tokenAction', 'oauth.describeKey'])
  return client.asked.map(([, source]) => source)
}

it('[R14] discovery, token actions and key checks see the edits that could not be stored', async () => {
  const onScreen = { project: { name: 'On the screen' }, localId: 'p1' }
  expect(await sourcesOf('not-saved')).toEqual([onScreen, onScreen, onScreen])
  expect(await sourcesOf('saved')).toEqual([{ stored: 'p1' }, { stored: 'p1' }, { stored: 'p1' }])
})
