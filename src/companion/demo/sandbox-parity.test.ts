import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Http } from '#engine/ports/index.ts'
import { readProject } from '#engine/project/format/read.ts'
import { runProject } from '#engine/runner/testing/run-project.ts'
import { createNodeHttp } from '#platform/node/http.ts'
import { sandboxAt } from '#sandbox/addresses.ts'
import { createSandbox } from '#sandbox/index.ts'
import { createMemoryStore } from '#sandbox/store.ts'
import { startDemo, type Demo } from './index.ts'

/** As the page asks the sandbox; `src/workers/run/with-sandbox.ts` is the page's, which the program does not load. */
function sandboxHttp(app: string): Http {
  const now = () => Date.now() / 1000
  const sandbox = createSandbox({ app, store: createMemoryStore(now), now })
  return {
    async send({ url, method, headers, body }) {
      const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body: body as BodyInit }) })
      const answer = await sandbox.answer(request)
      return {
        status: answer.status,
        statusText: answer.statusText,
        headers: [...answer.headers] as [string, string][],
        url,
        redirects: [],
        body: new Uint8Array(await answer.arrayBuffer()),
        timing: { firstByte: 1, total: 1 },
      }
    },
  }
}

let demo: Demo
const nodeHttp = createNodeHttp()
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await nodeHttp.close()
  await demo.close()
})

const clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
}
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)), uuid: () => crypto.randomUUID() }

/** What a report says of the sample, without addresses, times and what is another one each time. */
async function reportOf(http: Http, idp: string, baseUrl: string): Promise<unknown> {
  const read = readProject(readFileSync(new URL('../../../examples/orders.aprj', import.meta.url)))
  if (!read.ok) throw new Error(read.error.message)
  const { project } = read.value
  const moved = project.environments.flatMap(({ variables }) => variables)
  for (const variable of moved) {
    const served: Record<string, string> = { idp, baseUrl }
    const from = variable.value
    const to = served[variable.name]
    if (to === undefined || typeof from !== 'string') continue
    variable.value = to
    for (const api of project.apis) api.document = api.document.replaceAll(from, to)
  }
  const { report, end } = await runProject(project, {
    options: { environment: project.environments[0]?.id ?? '', selection: { suites: ['orders'] }, seed: 7 },
    ports: { http, clock, random, capabilities: new Set(['no-cors'] as const) },
  })
  expect(end.outcome).toBe('passed')
  const told = JSON.stringify(report.suites, (key, value: unknown) =>
    /^(at|startedAt|duration|firstByte|started|finishedAt|phases)$/.test(key) ? undefined : value,
  )
  return JSON.parse(
    told
      .replaceAll(baseUrl, '‹api›')
      .replaceAll(idp, '‹provider›')
      .replaceAll(/ in <?\d+(\.\d+)? m?s/g, '')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '‹id›')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '‹time›'),
  )
}

it('[X1] the sample says the same of the demo and of the sandbox, but for addresses', async () => {
  const { provider, api } = sandboxAt('https://host.test/tools/assay/')
  const sandboxed = await reportOf(sandboxHttp('https://host.test/tools/assay/'), provider, api)
  expect(sandboxed).toEqual(await reportOf(nodeHttp, demo.provider, demo.api))
  expect(JSON.stringify(sandboxed)).toContain('DELETE ‹api›/orders/‹id› -> 204')
})
