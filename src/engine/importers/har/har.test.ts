import { expect, it } from 'vitest'
import { importText } from '../testing/import-text.ts'

const entry = (method: string, url: string, status: number, more: object = {}, mimeType = 'application/json') => ({
  request: {
    method,
    url,
    headers: [
      { name: ':authority', value: 'x' },
      { name: 'Cookie', value: 'sid=1' },
      { name: 'accept', value: '*/*' },
      { name: 'sec-fetch-mode', value: 'cors' },
    ],
    ...more,
  },
  response: { status, content: { mimeType } },
})

it('calls become requests with the status that was seen; parts of pages stay out', async () => {
  const log = {
    version: '1.2',
    entries: [
      entry('GET', 'https://x.test/', 200, {}, 'text/html'),
      entry('GET', 'https://x.test/a.png', 200, {}, 'image/png'),
      entry('GET', 'https://x.test/api/orders?page=1&q=a%20b', 200),
      entry('POST', 'https://x.test/api/orders', 201, { postData: { mimeType: 'application/json', text: '{"a":"${x}"}' } }),
      entry('POST', 'https://other.test/login', 302, {
        postData: { mimeType: 'application/x-www-form-urlencoded', text: 'u=a+b' },
      }),
    ],
  }
  const { value } = await importText('auto', 'session.har', JSON.stringify({ log }))
  expect(value).toMatchObject({
    kind: 'har',
    project: { name: 'session', variables: [{ name: 'baseUrl', value: 'https://x.test' }] },
  })
  expect(value!.project.suites[0]!.cases[0]!.steps).toMatchObject([
    {
      name: 'GET /api/orders',
      url: '${baseUrl}/api/orders',
      query: [
        { name: 'page', value: '1' },
        { name: 'q', value: 'a b' },
      ],
      headers: [{ name: 'accept', value: '*/*' }],
    },
    { checks: [{ source: 'status', is: 'equals', value: 200 }] },
    { method: 'POST', body: { type: 'json', text: '{"a":"$${x}"}' } },
    { checks: [{ value: 201 }] },
    { url: 'https://other.test/login', body: { type: 'form', fields: [{ name: 'u', value: 'a b' }] }, followRedirects: false },
    { checks: [{ value: 302 }] },
  ])
  expect(value!.leftOut.map(({ what }) => what)).toEqual([
    '2 requests made by pages not imported: documents, images, styles, scripts, fonts.',
    expect.stringContaining('cookies are kept within a run'),
  ])
})

it('a record without calls is rejected', async () => {
  expect((await importText('auto', 'a.har', '{"log":{"entries":[]}}')).error?.message).toContain('it has no requests')
})

it('reads forms from encoded parameters and from multipart texts; skips preflights', async () => {
  const sent = (postData: object) => ({
    request: { method: 'POST', url: 'https://x.test/form', headers: [], postData },
    response: { status: 200 },
  })
  const preflight = {
    request: {
      method: 'OPTIONS',
      url: 'https://x.test/form',
      headers: [{ name: 'Access-Control-Request-Method', value: 'POST' }],
    },
    response: { status: 204 },
  }
  const entries = [
    preflight,
    sent({ mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'field%5B1%5D', value: 'a%20b' }] }),
    sent({
      mimeType: 'multipart/form-data; boundary=----WebKitFormBoundaryX',
      text: '------WebKitFormBoundaryX\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n------WebKitFormBoundaryX\r\nContent-Disposition: form-data; name="f"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n\r\n------WebKitFormBoundaryX--\r\n',
    }),
  ]
  const { value } = await importText('auto', 'a.har', JSON.stringify({ log: { entries } }))
  const steps = value?.project.suites[0]?.cases[0]?.steps.filter(({ kind }) => kind === 'send-request')
  expect(steps).toMatchObject([
    { method: 'POST', body: { type: 'form', fields: [{ name: 'field[1]', value: 'a b' }] } },
    {
      body: {
        type: 'multipart',
        parts: [
          { name: 'a', value: '1' },
          { name: 'f', file: 'x.png', mediaType: 'image/png' },
        ],
      },
    },
  ])
})

it('skips the handshake of a WebSocket, however the recorder marks it', async () => {
  const request = { method: 'GET', url: 'https://x.test/live', headers: [{ name: 'Upgrade', value: 'websocket' }] }
  const entries = [
    { _resourceType: 'websocket', request, response: { status: 101 } },
    { request, response: { status: 101 } },
    { request: { ...request, url: 'wss://x.test/live' }, response: { status: 0 } },
    { request: { method: 'GET', url: 'https://x.test/orders', headers: [] }, response: { status: 200 } },
  ]
  const { value } = await importText('auto', 'a.har', JSON.stringify({ log: { entries } }))
  expect(value?.project.suites[0]?.cases[0]?.steps.map(({ name }) => name)).toEqual(['GET /orders', 'Check GET /orders'])
  expect(value?.leftOut.map(({ what }) => what)).toEqual(['Assay can\'t send "WebSocket" requests.'])
})
