import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'
import { compare, scriptOf } from './testing/compare.ts'
import { everything } from './testing/everything.ts'
import { answer, checks, judged, send, withCode } from './testing/judged.ts'
import type { Answer } from './testing/run-script.ts'

const k6 = process.env.K6_PATH ?? 'k6'

function hasK6(): boolean {
  try {
    execFileSync(k6, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A server that answers as a test says. */
function serve(answerTo: (url: string) => Answer): Promise<Server> {
  const server = createServer((request, response) => {
    const { status, headers = {}, cookies = {}, body = '' } = answerTo(request.url ?? '')
    const set = Object.entries(cookies).flatMap(([name, values]) => values.map(({ value }) => `${name}=${value}`))
    response.writeHead(status, { ...headers, ...(set.length > 0 ? { 'Set-Cookie': set } : {}) }).end(body)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** The checks of one iteration in k6, in order, and what it sent. */
async function runInK6(text: string, environment: Record<string, string> = {}, files: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-k6-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    writeFileSync(join(folder, 'script.js'), text)
    const given = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`])
    const args = [
      'run',
      '--quiet',
      '--no-usage-report',
      ...given,
      '--out',
      `json=${join(folder, 'out.json')}`,
      join(folder, 'script.js'),
    ]
    const told = await new Promise<string>((resolve) => {
      const process = spawn(k6, args)
      let all = ''
      process.stderr.on('data', (part) => (all += String(part)))
      process.on('exit', () => resolve(all))
    })
    const points = readFileSync(join(folder, 'out.json'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; metric: string; data: { value: number; tags: Record<string, string> } })
      .filter(({ type }) => type === 'Point')
    const of = (metric: string) => points.filter((point) => point.metric === metric).map(({ data }) => data)
    return {
      told,
      checks: of('checks').map(({ value }) => value === 1),
      sent: of('http_reqs').map(({ tags }) => `${tags.step} ${tags.name} ${tags.status}`),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe.skipIf(!hasK6())('[T8] in k6 itself (k6 on the PATH or K6_PATH)', () => {
  let server: Server
  let base = ''
  let next: Answer = answer
  beforeAll(async () => {
    server = await serve((url) => {
      if (url === '/token') return { status: 200, body: '{"access_token":"one","expires_in":60}' }
      return url.startsWith('/every')
        ? {
            status: url === '/every/orders' ? 201 : 200,
            headers: { 'Content-Type': 'application/json' },
            body: '{"id":"7","state":"open","items":[]}',
          }
        : next
    })
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
  })

  it.each([
    ['everything that checks look at', answer],
    ['no JSON', { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<html>' }],
    ['no body', { status: 204 }],
  ])('judges every predicate as the runner does: %s', async (_, given: Answer) => {
    next = given
    // How long it takes is not the same.
    const timeless = judged.filter((check) => Reflect.get(check, 'source') !== 'duration')
    const project = projectOfSteps([{ ...send, url: `${base}/orders` }, checks(timeless)], withCode)
    const { run, text } = await compare(project, () => given)
    expect((await runInK6(text)).checks).toEqual(run.checks)
  })

  it('goes through every kind of step', async () => {
    const [environment] = everything.environments
    const variables = [
      { name: 'idp', value: base, description: '' },
      { name: 'baseUrl', value: `${base}/every`, description: '' },
    ]
    const project = { ...everything, environments: environment ? [{ ...environment, variables }] : [] }
    const { text } = await scriptOf(project, { before: 'sign-in', environment: 'e', rows: 'sequential' })
    const secrets = { ASSAY_SECRET_GET_TOKEN_CLIENT_SECRET: 'hidden', ASSAY_SECRET_SIGN_KEY: 'key' }
    const {
      told,
      checks: results,
      sent,
    } = await runInK6(text, secrets, { 'logo.png': 'PNG', 'users.csv': 'id,name\n1,Ann\n2,Bob' })
    expect(told).toBe('')
    expect(results.filter((holds) => !holds)).toEqual([])
    expect(sent).toEqual([
      'Get token token endpoint 200',
      'Create order ${baseUrl}/orders 201',
      'Upload logo ${baseUrl}/orders/${order_id}/logo 200',
      'List orders ${baseUrl}/users/${user}/orders 200',
      'List orders ${baseUrl}/users/${user}/orders 200',
      'Wait for the order ${baseUrl}/orders/${order_id} 200',
    ])
  })
})
