import { expect, it } from 'vitest'
import type { Project } from '#engine/project/schema.ts'
import type { RunClient, RunSource } from '#workers/run-protocol.ts'
import type { Workspace } from '../project/workspace.ts'
import { runClientFor } from './run-client.ts'
import type { Services } from './services.ts'

/** What the calls of the client were given, where the last edits could be stored or not. */
async function sourcesOf(state: 'saved' | 'not-saved'): Promise<RunSource[]> {
  const sources: RunSource[] = []
  const take = (source: RunSource) => Promise.reject(void sources.push(source))
  const client = { discover: take, tokenAction: take, describeKey: take, start: take } as unknown as RunClient
  const workspace = {
    flush: async () => undefined,
    saveState: () => ({ state }),
    snapshot: async () => ({ name: 'On the screen' }) as Project,
  } as unknown as Workspace
  const page = runClientFor({ client } as Services, workspace)
  await page.flush()
  const stored = { stored: 'p1' }
  const place = { case: 'c1', step: 's1' }
  const key = { form: 'pem', encoding: 'text', algorithm: 'RS256', keyId: '', x5tS256: false, audience: 'issuer' } as const
  await page.client.discover(stored, undefined, place).catch(() => undefined)
  await page.client.tokenAction?.(stored, undefined, place, 'refresh').catch(() => undefined)
  await page.client.describeKey?.(stored, { environment: undefined, case: 'c1' }, key, 'RS256').catch(() => undefined)
  return sources
}

it('[R14] discovery, token actions and key checks see the edits that could not be stored', async () => {
  const onScreen = { project: { name: 'On the screen' }, localId: 'p1' }
  expect(await sourcesOf('not-saved')).toEqual([onScreen, onScreen, onScreen])
  expect(await sourcesOf('saved')).toEqual([{ stored: 'p1' }, { stored: 'p1' }, { stored: 'p1' }])
})
