import { AssayError } from '#engine/base/errors.ts'
import { createScriptedHttp } from '#engine/ports/testing/index.ts'
import type { RunEvent } from '../report/events.ts'
import { projectOf, runProject } from './run-project.ts'

/** The events of a run with two retries: a case that passes at the third attempt, after it failed and broke, and one that never does. */
export async function retriedRun(): Promise<RunEvent[]> {
  const steps = (id: string) => [
    { id: `r${id}`, kind: 'send-request', name: 'Ask', url: `https://api.example/${id}` },
    { id: `a${id}`, kind: 'assertion', name: 'Answered', checks: [{ source: 'status', is: 'equals', value: 200 }] },
  ]
  const cases = [
    { id: 'c1', name: 'Flaky', steps: steps('flaky') },
    { id: 'c2', name: 'Never', steps: steps('never') },
  ]
  let asked = 0
  const http = createScriptedHttp(({ url }) => {
    if (url.endsWith('never')) return { status: 500 }
    asked += 1
    if (asked === 2) return new AssayError('http-unreachable', 'Nobody is there.')
    return { status: asked === 1 ? 503 : 200 }
  })
  const project = projectOf({ suites: [{ id: 'u', name: 'Retried', cases }] })
  return (await runProject(project, { options: { seed: 1, retry: 2 }, ports: { http } })).events
}
