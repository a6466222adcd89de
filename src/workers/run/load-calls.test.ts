import { expect, it } from 'vitest'
import { companionGone } from '#relay/link-client.ts'
import { createScriptedHttp, fakePorts, memorySecrets } from '#engine/ports/testing/index.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'
import { createLoadCalls, type LoadPlace } from './load-calls.ts'

const loadTest = { id: 'l', name: 'Load', description: '', target: 'c', stages: [{ duration: 0, users: 1 }], thresholds: [] }
const project: Project = projectOfSteps([{ id: 'get', kind: 'send-request', name: 'Get', url: 'https://api.example/' }], {
  project: { loadTests: [{ ...loadTest, stages: [...loadTest.stages, { duration: 600, users: 1 }] }] },
})

/** A load test that is stopped while its project is still being read. */
async function stoppedEarly(place: LoadPlace) {
  let bring: (read: Project) => void = () => undefined
  const reading = new Promise<Project>((resolve) => (bring = resolve))
  const http = createScriptedHttp()
  const called: string[] = []
  const calls = createLoadCalls({
    project: () => reading,
    tokens: () => ({ list: async () => [] }),
    forRun: async () => ({ ports: fakePorts({ http }), close: async () => undefined }),
    atCompanion: async () => ({
      call: async (name: string) => {
        called.push(name)
        throw companionGone()
      },
      close: async () => undefined,
    }),
    secrets: () => memorySecrets(),
    companionStands: async () => false,
  } as unknown as Parameters<typeof createLoadCalls>[0])
  const running = calls.run({ stored: 'p' }, 'l', place, { redirectUri: '' }, () => undefined)
  await calls.stop()
  bring(project)
  const ended = await running.then(
    ({ outcome }) => outcome,
    (thrown: { code: string }) => thrown.code,
  )
  return { ended, sent: http.requests.length, called }
}

it('[P2] Stop is heard while the project of a load test is still being read', async () => {
  expect(await stoppedEarly('page')).toEqual({ ended: 'cancelled', sent: 0, called: [] })
  expect(await stoppedEarly('companion')).toEqual({ ended: 'cancelled', sent: 0, called: [] })
})
