import { readProject } from '#engine/project/format/read.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import { run } from '#engine/runner/run.ts'
import { createNodePorts } from '#platform/node/ports.ts'
import { inShell } from '../launch-options.ts'

/** What a run of one login came to. */
export interface LoginRun {
  events: RunEvent[]
  finished: Extract<RunEvent, { type: 'step-finished' }>
  /** Pages that were kept, with their pictures. */
  pages: { text: string; picture: Uint8Array | undefined }[]
  /** Everything that was reported or kept, as text. */
  told: string
}

/** An oauth2 step of a file, with a script. */
export const scripted = (
  discoveryEndpoint: string,
  script: readonly object[],
  more: object = {},
  automation: object = {},
): object => ({
  id: 't1',
  kind: 'oauth2',
  name: 'Sign in',
  grantType: 'AuthorizationCode',
  discoveryEndpoint,
  clientId: 'orders',
  scope: 'openid',
  automation: { enabled: true, redirectUri: 'https://client.example/callback', script, ...automation },
  ...more,
})

interface LoginOptions {
  signal?: AbortSignal
  times?: number
  /** Says which browser. */
  environment?: NodeJS.ProcessEnv
}

/** Runs steps as the command line does. */
export async function runLogins(
  steps: readonly object[],
  secrets: Record<string, string>,
  { signal = new AbortController().signal, times = 1, environment = inShell }: LoginOptions = {},
): Promise<LoginRun> {
  const read = readProject(
    JSON.stringify({
      format: 'aprj',
      version: 1,
      id: 'p1',
      name: 'Logins',
      suites: [{ id: 's1', name: 'Suite', cases: [{ id: 'c1', name: 'Case', onFailure: 'continue', steps }] }],
    }),
  )
  if (!read.ok) throw new Error(read.error.message)
  const planned = plan(read.value.project, {})
  if (!planned.ok) throw planned.error
  const kept = new Map<string, Uint8Array>()
  const events: RunEvent[] = []
  const node = createNodePorts({
    environment,
    secrets: new Map(Object.entries(secrets)),
    bodies: {
      put(body, mediaType) {
        const id = `b${kept.size}`
        kept.set(id, body)
        return { id, size: body.byteLength, mediaType }
      },
    },
  })
  try {
    for (let index = 0; index < times; index++)
      await run(planned.value, node.ports, { signal, emit: (event) => events.push(event) })
  } finally {
    await node.close()
  }
  const finished = events.findLast((event) => event.type === 'step-finished')
  if (finished?.type !== 'step-finished') throw new Error('No step ran.')
  const pages = events.flatMap((event) =>
    event.type === 'exchanged' && event.exchange.purpose === 'login-page'
      ? [{ text: event.exchange.response?.text ?? '', picture: kept.get(event.exchange.response?.body?.id ?? '') }]
      : [],
  )
  return { events, finished, pages, told: JSON.stringify(events) }
}
