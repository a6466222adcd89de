import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadDocument, type DownloadParts } from './download-api.ts'

const files: Record<string, string> = {
  '/v1/openapi.yaml': `
openapi: 3.0.3
info: { title: Shop }
paths:
  /a: { $ref: ../paths/a.yaml }
  /b: { $ref: 'http://common.example:8080/b.yaml' }
  /c: { $ref: 'http://10.0.0.1/c.yaml' }
  /d: { $ref: gone.yaml }
  /e: { $ref: /moved.yaml }
  /f: { $ref: 'file:///etc/passwd' }
`,
  '/paths/a.yaml': `get: { responses: { '200': { content: { a/b: { schema: { $ref: '../v1/openapi.yaml#/paths' } } } } } }`,
}
const asked: string[] = []
let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/start') response.writeHead(302, { location: '/v1/openapi.yaml' }).end()
    else if (url === '/moved.yaml') response.writeHead(302, { location: '/paths/a.yaml' }).end()
    else response.writeHead(files[url] === undefined ? 404 : 200).end(files[url])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const given = (own: Partial<DownloadParts> = {}): DownloadParts => ({
  fetch,
  relay: async () => undefined,
  hosts: [],
  signal: new AbortController().signal,
  ...own,
})

describe('a description from an address', () => {
  it('is read with the documents that it refers to on its own host; no other host is contacted', async () => {
    const { problems, otherHosts, from } = await downloadDocument(`${origin}/start`, given())
    expect(from).toEqual([`${origin}/v1/openapi.yaml`, `${origin}/paths/a.yaml`])
    expect(problems.map(({ ref, why }) => `${ref}: ${why}`)).toEqual([
      'http://common.example:8080/b.yaml: it is at common.example:8080, which needs your permission',
      "http://10.0.0.1/c.yaml: it is at 10.0.0.1 in a private network, which documents can't refer to",
      'gone.yaml: the server responded with 404',
      "/moved.yaml: it couldn't be loaded: no response, a redirect, or the server blocks pages (CORS)",
      "file:///etc/passwd: it isn't a URL that can be loaded",
    ])
    expect(otherHosts).toEqual(['common.example:8080'])
    expect(asked).toEqual(['/start', '/v1/openapi.yaml', '/paths/a.yaml', '/v1/gone.yaml', '/moved.yaml'])
  })

  it('is asked for by the companion where this page may not read it, other hosts once they are allowed', async () => {
    const relayed: string[] = []
    const page: string[] = []
    const { problems, otherHosts } = await downloadDocument(
      'https://docs.example/v1/openapi.yaml',
      given({
        async fetch(url) {
          page.push(String(url))
          throw new TypeError('Failed to fetch')
        },
        async relay(url) {
          relayed.push(url)
          const text = url.endsWith('/b.yaml') ? 'get: { responses: {} }' : files[new URL(url).pathname]
          return { status: text === undefined ? 404 : 200, url, body: new TextEncoder().encode(text ?? '') }
        },
        hosts: ['common.example:8080'],
      }),
    )
    expect(relayed).toContain('http://common.example:8080/b.yaml')
    expect(page).toEqual(['https://docs.example/v1/openapi.yaml', 'http://common.example:8080/b.yaml'])
    expect(otherHosts).toEqual([])
    expect(problems.map(({ ref }) => ref)).toEqual(['http://10.0.0.1/c.yaml', 'gone.yaml', '/moved.yaml', 'file:///etc/passwd'])
  })

  it('a document in a private network is not read for an address that is not', async () => {
    const relay: DownloadParts['relay'] = async () => ({ status: 200, url: 'http://10.0.0.1/a.yaml', body: new Uint8Array() })
    const fails = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(downloadDocument('https://docs.example/a.yaml', given({ fetch: fails, relay }))).rejects.toThrow(
      "redirects to 10.0.0.1 in a private network and wasn't loaded",
    )
  })

  it('says what an address is not, and what it answers', async () => {
    await expect(downloadDocument('shop.test/openapi', given())).rejects.toThrow('Start it with https:// or http://')
    await expect(downloadDocument(`${origin}/none`, given())).rejects.toThrow('responded with 404')
  })
})
