import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AgentProposed, PageVerdict } from '#relay/calls.ts'
import { linkPaths } from '#relay/link-protocol.ts'
import { sendProposal } from '../mcp/send-proposal.ts'
import { createAgentProposals, rendezvousFile, type AgentProposals } from './agent-proposals.ts'
import { linked } from './testing/linked.ts'

let agents: AgentProposals
let server: Server
let port: number
let below: string
let token: string

beforeEach(async () => {
  agents = createAgentProposals(200)
  server = createServer((incoming, response) => {
    if (!agents.answer(incoming, response, new URL(incoming.url ?? '/', 'http://x').pathname)) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  below = mkdtempSync(join(tmpdir(), 'agent-proposals-'))
  agents.announce(port, below)
  token = (JSON.parse(readFileSync(rendezvous(), 'utf8')) as { token: string }).token
})

afterEach(() => {
  agents.close()
  server.closeAllConnections()
  server.close()
  rmSync(below, { recursive: true, force: true })
})

const rendezvous = (): string => join(below, readdirSync(below)[0] ?? '', rendezvousFile)

const proposed = {
  from: 'Claude Code',
  label: 'Add case Read order',
  edit: { label: 'Add case Read order', changes: [] },
  assumptions: [],
  warnings: [],
  notDone: [],
}
const proposal = { project: 'p1', proposed }

function post(body: string, headers: Record<string, string> = {}, method = 'POST'): Promise<{ status: number; text: string }> {
  const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: linkPaths.proposal, method, headers: all }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A page that follows a project over a link, and says the same of every proposal; undefined: nothing. */
async function follow(project: string, verdict: PageVerdict | undefined) {
  const seen: AgentProposed[] = []
  const stop = new AbortController()
  let isFollowing = (): void => {}
  const following = new Promise<void>((resolve) => (isFollowing = resolve))
  const link = linked([], {
    agents: {
      ...agents,
      follow: (...args) => {
        const end = agents.follow(...args)
        isFollowing()
        return end
      },
    },
  })
  const onProgress = ({ number, proposed: one }: { number: number; proposed: AgentProposed }): void => {
    seen.push(one)
    if (verdict) void link.call('proposals.answer', { number, verdict }, { signal: stop.signal })
  }
  const ended = link.call('proposals.follow', { project }, { signal: stop.signal, onProgress }).catch(() => undefined)
  await following
  return { seen, link, stop: () => (stop.abort(), ended) }
}

const verdict = () => sendProposal(proposal, below)

it('[A9] tells the agent what the pages that show its project did with a proposal', async () => {
  expect(await verdict()).toBe('none')
  const other = await follow('p2', 'shown')
  expect(await verdict()).toBe('otherProject')
  const stale = await follow('p1', 'stale')
  expect(await verdict()).toBe('stale')
  const showing = await follow('p1', 'shown')
  expect(await verdict()).toBe('shown')
  expect(showing.seen).toMatchObject([{ from: 'Claude Code', label: 'Add case Read order' }])
  expect(stale.seen).toHaveLength(2)
  expect(other.seen).toEqual([])
})

it('[A9] says so when a page does not respond', async () => {
  await follow('p1', undefined)
  expect(await verdict()).toBe('silent')
})

it('[A9] a page that ends the call, or whose link is gone, shows nothing more', async () => {
  const first = await follow('p1', 'shown')
  const second = await follow('p1', 'busy')
  await first.stop()
  expect(await verdict()).toBe('busy')
  await second.link.close()
  expect(await verdict()).toBe('none')
  expect([first.seen.length, second.seen.length]).toEqual([0, 1])
})

it('[A9] refuses other hosts, pages, methods, tokens, shapes and sizes', async () => {
  const body = JSON.stringify(proposal)
  const page = await follow('p1', 'shown')
  const statuses = await Promise.all([
    post(body, { host: 'evil.example' }),
    post(body, { origin: 'https://evil.example' }),
    post(body, { origin: `http://127.0.0.1:${port}` }),
    post(body, { authorization: 'Bearer AAAA' }),
    post(body, { authorization: '' }),
    post(body, {}, 'PUT'),
    post('{'),
    post(JSON.stringify({ ...proposal, proposed: { ...proposed, edit: { label: '', changes: [{ record: 'x' }] } } })),
    post(JSON.stringify({ ...proposal, proposed: { ...proposed, from: 'x'.repeat(81) } })),
    post('', { 'content-length': '16000001' }),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([421, 403, 403, 401, 401, 405, 400, 400, 400, 413])
  expect(page.seen).toEqual([])
})

it('[A9] keeps the token in a file that only this account can read, and removes it at the end', () => {
  expect(statSync(rendezvous()).mode & 0o077).toBe(0)
  agents.close()
  expect(readdirSync(below)).toEqual([])
})
