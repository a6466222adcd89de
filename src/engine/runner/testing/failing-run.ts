import { AssayError } from '#engine/base/errors.ts'
import { createScriptedHttp, fixedRandom } from '#engine/ports/testing/index.ts'
import type { RunEvent } from '../report/events.ts'
import { projectOf, runProject } from './run-project.ts'

/** The events of a run in which one case passes, one fails, one breaks, one is skipped, and one has names made to harm. */
export async function failingRun(): Promise<RunEvent[]> {
  const post = { kind: 'send-request', method: 'POST', url: 'http://127.0.0.1:4010/orders' }
  const project = projectOf({
    name: 'Orders API',
    environments: [{ id: 'e', name: 'Local' }],
    suites: [
      {
        id: 'u1',
        name: 'Orders',
        cases: [
          {
            id: 'c1',
            name: 'Create then delete',
            steps: [
              { ...post, id: 'r1', name: 'Create order' },
              {
                id: 'a1',
                kind: 'assertion',
                name: 'Created',
                checks: [
                  { source: 'status', is: 'equals', value: 201 },
                  { source: 'json', path: '$.state', is: 'equals', value: 'open' },
                ],
              },
              { ...post, id: 'r2', name: 'Delete order', method: 'DELETE' },
            ],
          },
          { id: 'c2', name: 'List', steps: [{ ...post, id: 'r3', name: 'List orders', method: 'GET' }] },
          {
            id: 'c3',
            name: 'No server',
            onFailure: 'continue',
            steps: [
              { ...post, id: 'r4', name: 'Ask', url: 'http://127.0.0.1:9/' },
              { id: 'a4', kind: 'assertion', name: 'Answered', checks: [{ source: 'status', is: 'less-than', value: 300 }] },
            ],
          },
        ],
      },
      {
        id: 'u2',
        name: '<script>alert(1)</script> & "quotes"',
        cases: [
          {
            id: 'c4',
            name: 'bell \u0007 escape \u001b[31m right-to-left \u202e half \ud800',
            steps: [
              { ...post, id: 'r5', name: ']]> two\nlines' },
              { id: 'a5', kind: 'assertion', name: '<b>', checks: [{ source: 'text', is: 'equals', value: '<i>\u001b[0m' }] },
            ],
          },
        ],
      },
    ],
  })
  const http = createScriptedHttp([
    { status: 201, json: { id: 7, state: 'pending' }, timing: { firstByte: 30, total: 34 } },
    { status: 200, json: [] },
    new AssayError('http-unreachable', "http://127.0.0.1:9 can't be reached.", {
      hint: 'Check the URL, that the server is running, and that its certificate is trusted.',
      cause: 'connect ECONNREFUSED 127.0.0.1:9',
    }),
    { status: 200, body: '</failure><script>alert(2)</script>\u0000' },
  ])
  const { events } = await runProject(project, {
    ports: { http, random: fixedRandom() },
    options: { environment: 'e', seed: 42 },
  })
  return events
}
