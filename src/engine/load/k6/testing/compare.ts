import * as v from 'valibot'
import { loadTestSchema, type LoadTest } from '#engine/project/load-test.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { createScriptedHttp } from '#engine/ports/testing/index.ts'
import { runProject } from '#engine/runner/testing/run-project.ts'
import { k6Script } from '../k6-script.ts'
import { runScript, type Answer, type Iteration, type Sent } from './run-script.ts'

/** A load test of what a test cares about. */
export const loadTestOf = (parts: Record<string, unknown>): LoadTest =>
  v.parse(loadTestSchema, { id: 'o', name: 'Peak', target: 'c', ...parts })

/** The script of a load test; throws why there is none. */
export async function scriptOf(
  project: Project,
  parts: Record<string, unknown> = {},
): Promise<{ text: string; notes: string[] }> {
  const made = await k6Script(project, loadTestOf(parts))
  if (!made.ok) throw made.error
  return made.value
}

/** What a run and one iteration of the script did on servers that answer alike. */
export interface Compared {
  run: { checks: boolean[]; sent: string[]; passed: boolean }
  script: { checks: boolean[]; sent: string[]; passed: boolean }
  iteration: Iteration
  text: string
}

const asRead = (sent: { method: string; url: string; body?: unknown }): string =>
  `${sent.method} ${sent.url} ${textOf(sent.body)}`.trim()

const textOf = (body: unknown): string => {
  if (body instanceof ArrayBuffer) return new TextDecoder().decode(body)
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : typeof body === 'string' ? body : ''
}

/** Runs a project by the runner and, as a script, in Node, and gives what both did. */
export async function compare(
  project: Project,
  server: (sent: Pick<Sent, 'method' | 'url'>) => Answer,
  environment?: string,
): Promise<Compared> {
  const http = createScriptedHttp((request) => {
    const { headers = {}, cookies = {}, body, status } = server(request)
    const set = Object.entries(cookies).flatMap(([name, values]) =>
      values.map(({ value }): [string, string] => ['Set-Cookie', `${name}=${value}`]),
    )
    return {
      status,
      headers: [...Object.entries(headers), ...set],
      ...(body === undefined ? {} : { body }),
      timing: { firstByte: 1, total: 5 },
    }
  })
  const { events, report } = await runProject(project, {
    ports: { http },
    options: environment === undefined ? {} : { environment },
  })
  const { text } = await scriptOf(project, environment === undefined ? {} : { environment })
  const [iteration] = await runScript(text, { server })
  if (!iteration) throw new Error('There is no iteration.')
  const all = report.suites.flatMap(({ cases }) => cases)
  return {
    run: {
      checks: events.flatMap((event) => (event.type === 'checked' ? [event.check.passed] : [])),
      sent: http.requests.map(asRead),
      passed: all.every(({ outcome }) => outcome === 'passed'),
    },
    script: { checks: iteration.checks.map(({ holds }) => holds), sent: iteration.sent.map(asRead), passed: !iteration.failed },
    iteration,
    text,
  }
}
