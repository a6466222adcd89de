import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Step } from '#engine/project/format/schema.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { openHost, requestStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'
import { runInNode } from './host/run-in-node.ts'
import { expect, test } from './worker.ts'

/** What arrived, of what both hosts decide: a browser adds headers of its own. */
interface Arrived {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

const compared = /^(content-|x-|authorization|range$)/

const allowed = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, *',
  'access-control-allow-methods': '*',
  'access-control-max-age': '0',
}

/** A server that notes what arrives, and redirects `/<status>` to the query's `to`, each byte of which is sent as it is. */
async function startWire(host: string) {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(200, allowed).end()
    const url = new URL(request.url ?? '/', 'http://host')
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      // What is packed can't be asked for in parts, else each host asks for what it can unpack.
      const headers = Object.entries(request.headers).filter(
        ([name]) => compared.test(name) || (name === 'accept-encoding' && request.headers.range !== undefined),
      )
      // The page's own questions for why a request failed have none of the step's headers.
      if (request.headers['x-other'] === undefined) return void response.writeHead(200, allowed).end()
      arrived.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        body,
      })
      const status = Number(url.pathname.slice(1))
      const locations = url.searchParams.getAll('to').map((location) => Buffer.from(location).toString('latin1'))
      if (status > 0)
        response.writeHead(status, [...Object.entries(allowed), ...locations.map((to) => ['location', to])].flat()).end()
      else response.writeHead(200, { ...allowed, 'content-type': 'text/plain' }).end('here')
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    arrived,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** How the steps ended. A browser does not tell why it could not follow a redirect, so the codes may differ. */
const ends = (events: RunEvent[]) =>
  events.flatMap((event) => (event.type === 'step-finished' ? [[event.step, event.outcome, event.status]] : []))

test('[P6] [R34] the same bytes leave the page and the command line, along redirects too', async ({ page, host }) => {
  const here = await startWire('127.0.0.1')
  // Where this machine has no IPv6 another port is another origin too.
  const other = await startWire('::1').catch(() => startWire('127.0.0.1'))
  const [own, away] = [here.url, other.url]
  const steps: Step[] = []
  const headers = ['X-Other', 'Content-Language', 'Content-MD5', 'Authorization']
  const add = (method: string, url: string, more: object = {}) =>
    steps.push({
      ...requestStep(`${method} ${url}`, method, url),
      headers: headers.map((name) => ({ name, value: 'v', disabled: false })),
      ...(/^(GET|HEAD)$/.test(method) ? {} : { body: { type: 'text', mediaType: 'text/plain', text: 'text' } }),
      ...more,
    } as Step)
  for (const status of [301, 302, 303, 307, 308])
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) add(method, `${own}/${status}?to=/end`)
  const to = (...locations: string[]) =>
    `${own}/302?${locations.map((location) => `to=${encodeURIComponent(location)}`).join('&')}`
  const locations = [
    `${away}/end`,
    'end?',
    '/ä?ö=ü',
    '/end#part',
    '//',
    'http://:0',
    own.replace('//', '//u:p@'),
    away.replace('//', '//u@'),
  ]
  for (const location of locations) add('GET', to(location))
  add('GET', to('/a', '/b'))
  add('GET', to('/a', '/a'))
  add('POST', to(`${away}/end`))
  const paths = [
    '/a?',
    '/a?#',
    '/a b?c d',
    '/ä?ö=ü',
    '/a%2Fb%',
    '/a\\b',
    '/a|b^c`d{e}?f|g^h`i{j}"\'<>',
    '/a/../b/./c',
    '/?a?b',
    '//a',
    '/a;b=c,d?e[]=f',
    '/[x]',
  ]
  for (const path of paths) add('GET', own + path)
  const values = [
    ['X-Other', 'a'],
    ['X-Latin', '\u00e4\u00f6'],
    ['X-Space', ' a  b '],
    ['X-Empty', ''],
    ['X-Two', '1'],
    ['X-Two', '2'],
    ['Range', 'bytes=0-1'],
  ]
  add('GET', `${own}/headers`, { headers: values.map(([name, value]) => ({ name, value, disabled: false })) })
  add('POST', `${away}/ipv6`, { body: { type: 'text', mediaType: 'text/plain', text: '' } })
  add('PUT', `${own}/lone`, { body: { type: 'text', mediaType: 'text/plain', text: 'half \ud800 ä' } })
  const project = makeProject([{ ...makeCase('c1', steps), onFailure: 'continue' }])
  await openHost(page, host)
  try {
    const inNode = ends(await runInNode(project))
    expect(inNode).toHaveLength(steps.length)
    const fromNode = [here.arrived.splice(0), other.arrived.splice(0)]
    const inPage = await page.evaluate(([json]) => window.assayHost.run(json), [JSON.stringify(project)] as const)
    expect(ends(inPage.events)).toEqual(inNode)
    expect([here.arrived, other.arrived]).toEqual(fromNode)
  } finally {
    here.close()
    other.close()
  }
})
