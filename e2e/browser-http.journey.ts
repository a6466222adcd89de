import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Page } from '@playwright/test'
import type { Step } from '#engine/project/format/schema.ts'
import { openHost, requestStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'
import { expect, test } from './worker.ts'

const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' }

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Runs one request in the worker and gives how its step ended and what it exchanged. */
async function send(page: Page, step: Step) {
  const project = makeProject([makeCase('c1', [step])])
  const { events } = await page.evaluate(([json]) => window.assayHost.run(json), [JSON.stringify(project)] as const)
  const finished = events.find((event) => event.type === 'step-finished')
  const exchanged = events.find((event) => event.type === 'exchanged')
  return {
    end: finished?.type === 'step-finished' ? finished : undefined,
    exchange: exchanged?.type === 'exchanged' ? exchanged.exchange : undefined,
  }
}

test('[R28] distinguishes a rejection by CORS from an unreachable host, and never repeats a POST', async ({
  hostPage: page,
  host,
}) => {
  const seen: string[] = []
  const server = await serve((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.end('no CORS headers')
  })
  const refused = await send(page, requestStep('r1', 'POST', `${server.url}/orders`))
  expect(refused.end).toMatchObject({ outcome: 'broken', code: 'http-cors' })
  expect(refused.end?.message).toContain(`${server.url}/orders`)
  expect(refused.end?.message).toContain(new URL(host).origin)
  expect(refused.end?.hint).toContain('assay run')
  expect(seen).toEqual(['POST /orders', 'GET /'])
  server.close()
  const dead = await send(page, requestStep('r1', 'GET', 'http://127.0.0.1:2/orders'))
  expect(dead.end).toMatchObject({ outcome: 'broken', code: 'http-unreachable' })
})

test('[R28] distinguishes a read that the server drops from a rejection by CORS', async ({ hostPage: page }) => {
  const server = await serve((request, response) => {
    if (request.url === '/') response.end('here')
    else request.socket.destroy()
  })
  const dropped = await send(page, requestStep('r1', 'GET', `${server.url}/orders`))
  expect(dropped.end).toMatchObject({ outcome: 'broken', code: 'http-unreachable', message: `${server.url} can't be reached.` })
  server.close()
})

test('[R29] a drop in the middle of a body keeps the part and says where it was cut', async ({ hostPage: page }) => {
  const server = await serve((request, response) => {
    response.writeHead(200, { ...open, 'content-length': '100', 'content-type': 'text/plain' })
    response.write('the first part', () => setTimeout(() => (request.socket as Socket).destroy(), 300))
  })
  const { exchange } = await send(page, requestStep('r1', 'GET', `${server.url}/`))
  expect(exchange?.response?.body).toMatchObject({ size: 14, cut: 'connection' })
  server.close()
})

test('[R30] an answer that does not come, or does not end, is ended by the timeout', async ({ hostPage: page }) => {
  const server = await serve((request, response) => {
    if (request.url === '/silent') return
    response.writeHead(200, { ...open, 'content-type': 'text/plain' })
    response.write('drop')
  })
  const silent = await send(page, requestStep('r1', 'GET', `${server.url}/silent`, 1))
  expect(silent.end).toMatchObject({ outcome: 'broken', code: 'http-timeout' })
  const endless = await send(page, requestStep('r2', 'GET', `${server.url}/endless`, 1))
  expect(endless.exchange?.response?.body).toMatchObject({ size: 4, cut: 'time' })
  server.close()
})

test('[R32] an endless body is stopped at the limit', async ({ hostPage: page }) => {
  const part = Buffer.alloc(1024 * 1024, 'x')
  const server = await serve((request, response) => {
    response.writeHead(200, { ...open, 'content-type': 'text/plain' })
    const more = () => {
      if (!request.socket.destroyed) response.write(part, more)
    }
    more()
  })
  const { exchange } = await send(page, requestStep('r1', 'GET', `${server.url}/`, 60))
  expect(exchange?.response?.body).toMatchObject({ size: 50_000_000, cut: 'size' })
  server.close()
})

test('[R34] redirects are followed; one that is not followed is an answer of its own; a loop is named', async ({
  hostPage: page,
}) => {
  const server = await serve((request, response) => {
    const location = { '/once': '/end', '/loop': '/loop' }[request.url ?? '']
    response.writeHead(location === undefined ? 200 : 302, { ...open, ...(location === undefined ? {} : { location }) })
    response.end()
  })
  const followed = await send(page, requestStep('r1', 'GET', `${server.url}/once`))
  expect(followed.exchange?.response).toMatchObject({ status: 200 })
  const loop = await send(page, requestStep('r2', 'GET', `${server.url}/loop`))
  expect(loop.end).toMatchObject({ outcome: 'broken', code: 'http-redirects' })
  server.close()
})

test('[P2] what a browser can not send is named before anything is sent', async ({ hostPage: page }) => {
  const seen: string[] = []
  const server = await serve((request, response) => {
    seen.push(request.url ?? '')
    response.writeHead(200, open).end()
  })
  const cookie = { ...requestStep('r1', 'GET', server.url), headers: [{ name: 'Cookie', value: 'a=b', disabled: false }] } as Step
  expect((await send(page, cookie)).end).toMatchObject({ outcome: 'broken', code: 'browser-limit' })
  const body = { ...requestStep('r2', 'GET', server.url), body: { type: 'json', text: '{}' } } as Step
  expect((await send(page, body)).end).toMatchObject({ outcome: 'broken', code: 'browser-limit' })
  const port = await send(page, requestStep('r4', 'GET', 'http://127.0.0.1:10080/'))
  expect(port.end).toMatchObject({
    code: 'browser-limit',
    message: "A browser can't call port 10080: browsers block it for all pages.",
  })
  const insecure = await send(page, requestStep('r3', 'GET', 'http://api.example.test/'))
  expect(insecure.end).toMatchObject({ outcome: 'broken', code: 'http-blocked' })
  expect(seen).toEqual([])
  server.close()
})

test('[R46] a run calls no address but those that are configured', async ({ page, host }) => {
  const origins = new Set<string>()
  page.context().on('request', (request) => origins.add(new URL(request.url()).origin))
  const server = await serve((_, response) => void response.writeHead(200, open).end())
  await openHost(page, host)
  await send(page, requestStep('r1', 'GET', server.url))
  expect([...origins].toSorted()).toEqual([new URL(host).origin, server.url].toSorted())
  server.close()
})
