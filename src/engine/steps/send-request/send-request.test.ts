import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import {
  sentBodyText,
  createScriptedHttp,
  memoryBodies,
  memoryFiles,
  memorySecrets,
  type Answer,
} from '#engine/ports/testing/index.ts'
import { runSteps, type TestRun } from '#engine/runner/testing/run-project.ts'

const url = 'http://127.0.0.1/orders'
const variables = [
  { name: 'quote', value: 'say "hi" \\ & + ä' },
  { name: 'count', value: 3 },
  { name: 'flag', value: true },
  { name: 'id', value: 'a/b' },
]

/** Runs one request with the variables above; `sent` is what went out. */
async function send(step: object, more: Parameters<typeof runSteps>[1] & { answers?: (Answer | AssayError)[] } = {}) {
  const http = createScriptedHttp(more.answers ?? [{}])
  const run = await runSteps([{ kind: 'send-request', url, ...step }], {
    ...more,
    case: { variables },
    ports: { http, ...more.ports },
  })
  const sent = http.requests[0]
  return { ...run, step: run.steps[0], sent, text: sentBodyText(sent?.body), http }
}
const exchangeOf = ({ events }: TestRun) => events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange] : []))[0]
const header = (sent: { headers: [string, string][] } | undefined, name: string) =>
  sent?.headers.find(([key]) => key.toLowerCase() === name)?.[1]

it('Basic of a name and a password is sent in base64 (RFC 7617), and masked with a short password too', async () => {
  const authorization = async (value: string, password = 'pä:1') => {
    const { sent, events } = await send(
      { headers: [{ name: 'Authorization', value }] },
      {
        project: { variables: [{ name: 'password', value: { secret: 'p' } }] },
        ports: { secrets: memorySecrets({ p: password }) },
      },
    )
    return { sent: header(sent, 'authorization'), told: JSON.stringify(events) }
  }
  const made = await authorization('Basic ann:${password}', 'x')
  expect(made.sent).toBe('Basic YW5uOng=')
  expect(made.told).not.toContain('YW5uOng=')
  expect((await authorization('basic ann:${password}')).sent).toBe('Basic YW5uOnDDpDox')
  // A variable that holds both; what is base64 already; no scheme of its own.
  expect((await authorization('Basic ${password}')).sent).toBe('Basic cMOkOjE=')
  expect((await authorization('Basic YW5uOng=')).sent).toBe('Basic YW5uOng=')
  expect((await authorization('Bearer a:b')).sent).toBe('Bearer a:b')
})

const own = (value: string) => ({ method: 'POST', headers: [{ name: 'content-type', value }] })

describe('send-request', () => {
  it('[T7] sends method, address, headers; passes whatever the status', async () => {
    const { step, sent } = await send(
      {
        method: 'post',
        headers: [
          { name: 'X-A', value: '1' },
          { name: 'X-Off', value: '1', disabled: true },
        ],
      },
      { answers: [{ status: 500, timing: { firstByte: 3, total: 33.7 } }] },
    )
    expect(sent).toMatchObject({
      method: 'POST',
      url,
      headers: [['X-A', '1']],
      redirect: 'follow',
      timeout: 30_000,
      maxBytes: 50_000_000,
    })
    expect(step).toMatchObject({ outcome: 'passed', status: 500, summary: `POST ${url} -> 500 in 34 ms` })
  })

  it('[T6] in the address values are inserted verbatim, in the query encoded', async () => {
    const { sent } = await send({
      url: 'http://127.0.0.1/${id}?a=1#part',
      query: [
        { name: 'q r', value: '${quote}' },
        { name: 'off', value: '1', disabled: true },
        { name: 'n', value: '${count}' },
      ],
    })
    expect(sent?.url).toBe('http://127.0.0.1/a/b?a=1&q%20r=say%20%22hi%22%20%5C%20%26%20%2B%20%C3%A4&n=3#part')
  })

  it('[T6] JSON: a reference inside quotes is escaped for them, one outside is inserted as JSON', async () => {
    const text = '{"a": "x ${quote}", "n": ${count}, "f": ${flag}, "s": ${id}, "lit": "$${count}"}'
    const sent = await send({ method: 'POST', body: { type: 'json', text } })
    expect(JSON.parse(sent.text)).toEqual({ a: 'x say "hi" \\ & + ä', n: 3, f: true, s: 'a/b', lit: '${count}' })
    expect(header(sent.sent, 'content-type')).toBe('application/json')
  })

  it.each([
    [{ type: 'text', mediaType: 'text/csv', text: ['a,b', '${count},2'] }, 'a,b\n3,2', 'text/csv'],
    [
      {
        type: 'form',
        fields: [
          { name: 'a b', value: '${quote}' },
          { name: 'a b', value: '2' },
        ],
      },
      'a%20b=say%20%22hi%22%20%5C%20%26%20%2B%20%C3%A4&a%20b=2',
      'application/x-www-form-urlencoded',
    ],
    [
      { type: 'graphql', query: 'query Q { a }', variables: '{"n": ${count}, "big": 9007199254740993}', operationName: 'Q' },
      '{"query":"query Q { a }","variables":{"n": 3, "big": 9007199254740993},"operationName":"Q"}',
      'application/json',
    ],
    [{ type: 'graphql', query: '{ a }' }, '{"query":"{ a }"}', 'application/json'],
  ])('[T3] body %j', async (body, text, mediaType) => {
    const sent = await send({ method: 'POST', body })
    expect(sent.text).toBe(text)
    expect(header(sent.sent, 'content-type')).toBe(mediaType)
  })

  it('[T3] a multipart body, its names escaped, its boundary in the content type', async () => {
    const parts = [
      { name: 'a"b\n', value: ['one', '${count}'] },
      { name: 'j', value: '{}', mediaType: 'application/json' },
      { name: 'off', value: 'x', disabled: true },
    ]
    const { sent, text } = await send({ method: 'POST', body: { type: 'multipart', parts } })
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(header(sent, 'content-type') ?? '')?.[1] ?? ''
    expect(text.split(`--${boundary}`)).toEqual([
      '',
      '\r\nContent-Disposition: form-data; name="a%22b%0D%0A"\r\n\r\none\n3\r\n',
      '\r\nContent-Disposition: form-data; name="j"\r\nContent-Type: application/json\r\n\r\n{}\r\n',
      '--\r\n',
    ])
  })

  it('an own content type is kept; a multipart one gets the boundary it needs', async () => {
    const json = await send({ ...own('application/vnd.api+json'), body: { type: 'json', text: '{}' } })
    expect(json.sent?.headers).toEqual([['content-type', 'application/vnd.api+json']])
    const parts = await send({ ...own('multipart/mixed'), body: { type: 'multipart', parts: [] } })
    expect(header(parts.sent, 'content-type')).toMatch(/^multipart\/mixed; boundary=assay-/)
  })

  it.each([
    ['text/plain; charset=iso-8859-1', 'é', 'but Content-Type has iso-8859-1'],
    ['application/xml; CHARSET="utf-16"', '<a/>', 'but Content-Type has utf-16'],
    ['text/plain; charset=iso-8859-1', 'plain', undefined],
    ['text/plain; charset=ascii', 'plain', undefined],
    ['text/plain; charset=shift_jis', 'plain', undefined],
    ['text/plain; charset=nonsense', 'plain', 'but Content-Type has nonsense'],
    ['text/plain; charset="UTF-8"', 'half \ud800 é', undefined],
    ['text/plain', 'é', undefined],
  ])(
    '[R35] a body is sent as UTF-8, and a warning says so where its type names another charset: %s',
    async (mediaType, text, warning) => {
      const { step, sent } = await send({ method: 'POST', body: { type: 'text', mediaType, text } })
      expect(header(sent, 'content-type')).toBe(mediaType)
      expect(step?.warnings).toEqual(warning === undefined ? undefined : [expect.stringContaining(warning)])
    },
  )

  it.each([
    [{ method: '${nowhere}' }, 'Method: Unknown variable'],
    [{ url: 'http://127.0.0.1/${nowhere}' }, 'URL: Unknown variable'],
    [{ query: [{ name: 'q', value: '${nowhere}' }] }, 'Param 1: Unknown variable'],
    [{ headers: [{ name: 'A' }, { name: 'B', value: '${nowhere}' }] }, 'Header 2: Unknown variable'],
    [{ timeout: '${nowhere}' }, 'Timeout: Unknown variable'],
    [{ method: 'POST', body: { type: 'form', fields: [{ name: '${nowhere}' }] } }, 'Body: Field 1: Unknown variable'],
  ])('[T6] a template that cannot be resolved is told with its field: %j', async (step, message) => {
    const { step: report } = await send(step)
    expect(report).toMatchObject({ outcome: 'broken', message: expect.stringContaining(message) })
  })

  it.each([
    [{ url: 'http://127.0.0.1/${nowhere}' }, 'variable-unknown'],
    [{ headers: [{ name: 'A', value: '${nowhere}' }] }, 'variable-unknown'],
    [{ method: 'POST', body: { type: 'json', text: '{"a": "${nowhere}"}' } }, 'variable-unknown'],
    [{ url: 'http://127.0.0.1/${' }, 'reference-missing'],
    [{ headers: [{ name: 'X', value: '${key}' }] }, 'secret-missing'],
    [{ url: '' }, 'http-invalid-request'],
    [{ url: '/orders' }, 'http-invalid-request'],
    [{ url: 'file:///etc/passwd' }, 'http-invalid-request'],
    [{ url: 'http://127.0.0.1:99999/' }, 'http-invalid-request'],
    [{ url: 'http://user:p%40ss@127.0.0.1/' }, 'http-invalid-request'],
    [{ method: 'GET /' }, 'http-invalid-request'],
    [{ headers: [{ name: 'X Y', value: '1' }] }, 'http-invalid-request'],
    [{ timeout: '${count0}' }, 'value-out-of-bounds'],
    [{ method: 'POST', body: { type: 'graphql', query: 'q', variables: '[${count}]' } }, 'http-invalid-request'],
    [{ method: 'POST', body: { type: 'graphql', query: 'q', variables: '{' } }, 'http-invalid-request'],
    [{ method: 'POST', body: { type: 'file', file: 'a.bin' } }, 'body-file-missing'],
    [{ method: 'POST', body: { type: 'multipart', parts: [{ name: 'f', file: 'a.bin' }] } }, 'body-file-missing'],
  ])('[R38] %j is broken before anything is sent', async (step, code) => {
    const project = {
      variables: [
        { name: 'key', value: { secret: 'no/such' } },
        { name: 'count0', value: '0' },
      ],
    }
    const { http, step: report } = await send(step, { project })
    expect(report).toMatchObject({ outcome: 'broken', code })
    expect(http.requests).toEqual([])
  })

  it.each(['a\r\nX-Injected: 1', 'a\nb', 'a\rb', 'a\u0000b'])('[R36] a header value with %j is rejected', async (value) => {
    const { http, step } = await send(
      { headers: [{ name: 'X-A', value: '${bad}' }] },
      { project: { variables: [{ name: 'bad', value }] } },
    )
    expect(step).toMatchObject({
      outcome: 'broken',
      code: 'http-invalid-request',
      message: expect.stringContaining('X-A') as string,
    })
    expect(http.requests).toEqual([])
  })

  it('a user and a password in the address are refused without being repeated', async () => {
    const { step } = await send({ url: 'http://someone:pa55word@127.0.0.1/orders' })
    expect(step).toMatchObject({ message: expect.stringContaining('The URL contains a username or password. Nothing was sent.') })
    expect(JSON.stringify(step)).not.toMatch(/someone|pa55word/)
  })

  it('[R36] 10,000 headers, a header of 1 MB and repeated ones are kept in order', async () => {
    const headers: [string, string][] = Array.from({ length: 10_000 }, (_, index) => ['x-same', String(index)])
    headers.push(['x-large', 'x'.repeat(1_000_000)])
    const run = await send({}, { answers: [{ headers }] })
    expect(exchangeOf(run)?.response?.headers).toEqual(headers)
  })

  describe('files', () => {
    const files = memoryFiles({
      'data/a b.png': Uint8Array.of(0x89, 0x50, 0, 0xff),
      'note.txt': new TextEncoder().encode('grüße'),
    })
    const post = (body: object, ports = { files }) => send({ method: 'POST', body }, { ports })

    it('[T7] a file is the body, byte by byte; its record says how large it is', async () => {
      const run = await post({ type: 'file', file: 'data/a b.png', mediaType: 'image/png' })
      expect(run.sent?.body).toEqual(Uint8Array.of(0x89, 0x50, 0, 0xff))
      expect(header(run.sent, 'content-type')).toBe('image/png')
      expect(exchangeOf(run)?.request.body).toEqual({ text: '[4 bytes]', mediaType: 'image/png', size: 4 })
    })

    it('[T7] a large file is read while it is sent, alone and in a form', async () => {
      const large = {
        files: memoryFiles({ 'large.bin': new Uint8Array(70_000).fill(1), 'note.txt': new TextEncoder().encode('grüße') }),
      }
      const alone = await post({ type: 'file', file: 'large.bin', mediaType: 'image/png' }, large)
      expect([alone.sent?.body instanceof Blob, exchangeOf(alone)?.request.body]).toEqual([
        true,
        { text: '[70,000 bytes]', mediaType: 'image/png', size: 70_000 },
      ])
      const parts = [
        { name: 'l', file: 'large.bin' },
        { name: 't', file: 'note.txt' },
      ]
      const inForm = await post({ type: 'multipart', parts }, large)
      const form = await new Response(inForm.sent?.body as BodyInit, {
        headers: { 'content-type': header(inForm.sent, 'content-type') ?? '' },
      }).formData()
      expect(new Uint8Array(await (form.get('l') as File).arrayBuffer())).toEqual(new Uint8Array(70_000).fill(1))
      expect(await (form.get('t') as File).text()).toBe('grüße')
      const { request } = exchangeOf(inForm) ?? {}
      expect(request?.body).toMatchObject({
        text: expect.stringContaining('[70,000 bytes]'),
        size: inForm.sent?.body instanceof Blob && inForm.sent.body.size,
      })
    })

    it('[T7] a file as a part of a form has its name without folders; text is shown', async () => {
      const parts = [
        { name: 'n', value: '${count}' },
        { name: 'p', file: 'data/a b.png', mediaType: 'image/png' },
        { name: 't', file: 'note.txt' },
        { name: 'off', file: 'gone', disabled: true },
      ]
      const run = await post({ type: 'multipart', parts })
      const form = await new Response(run.sent?.body as BodyInit, {
        headers: { 'content-type': header(run.sent, 'content-type') ?? '' },
      }).formData()
      const file = form.get('p') as File
      expect([form.get('n'), file.name, file.type]).toEqual(['3', 'a b.png', 'image/png'])
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(Uint8Array.of(0x89, 0x50, 0, 0xff))
      expect((form.get('t') as File).type).toBe('application/octet-stream')
      const { request } = exchangeOf(run) ?? {}
      expect(request?.parameters).toEqual([
        ['n', '3'],
        ['p', 'a b.png [4 bytes]'],
        ['t', 'note.txt [7 bytes]'],
      ])
      expect(request?.body?.text).toContain('filename="note.txt"\r\nContent-Type: application/octet-stream\r\n\r\ngrüße\r\n')
      expect(request?.body?.size).toBe(run.sent?.body instanceof Uint8Array && run.sent.body.length)
    })

    it.each([
      ['', 'No file chosen for the body.'],
      ['gone.bin', 'File not found: gone.bin.'],
      ...['../a', 'a/../../b', '/etc/passwd', 'C:/a', 'c:a', '~/a', 'a\\b', 'a\0b'].map((path) => [
        path,
        `"${path}" isn't a path below the project file's folder.`,
      ]),
    ])('[T7] %j is sent nowhere', async (file, message) => {
      for (const body of [
        { type: 'file', file },
        { type: 'multipart', parts: [{ name: 'p', file }] },
      ]) {
        const { step, http } = await post(body)
        expect(step).toMatchObject({ outcome: 'broken', message, hint: expect.stringMatching(/./) })
        expect(http.requests).toEqual([])
      }
    })
  })

  it('http: to another machine needs the consent of the environment or of the run', async () => {
    const away = { url: 'http://orders.example/' }
    expect((await send(away)).step).toMatchObject({
      outcome: 'broken',
      code: 'http-blocked',
      hint: expect.stringContaining('insecure hosts') as string,
    })
    const project = { environments: [{ id: 'e', name: 'E', insecureHosts: ['orders.example'] }] }
    expect((await send(away, { project, options: { environment: 'e' } })).sent).toMatchObject({ insecure: true })
    expect((await send(away, { options: { insecureHosts: ['orders.example'] } })).sent).toMatchObject({ insecure: true })
  })

  it('[T6] explains how to write a variable that has the syntax of Postman and Bruno', async () => {
    const { step } = await send({ url: '{{baseUrl}}/orders' })
    expect(step).toMatchObject({ outcome: 'broken', hint: 'Write variables as ${name}, not {{name}}.' })
  })

  it.each([
    [{ headers: [{ name: 'Cookie', value: 'a=1' }] }, "A browser can't set the Cookie header."],
    [{ headers: [{ name: '${name}', value: 'x' }] }, "A browser can't set the Origin header."],
    [{ body: { type: 'json', text: '{}' } }, "A browser can't send a body with GET."],
  ])('a host without no-cors names what it lacks: %j', async (step, message) => {
    const project = { variables: [{ name: 'name', value: 'Origin' }] }
    const browser = await send(step, { project, ports: { capabilities: new Set() } })
    expect(browser.step).toMatchObject({ outcome: 'broken', code: 'browser-limit', message })
    expect(browser.http.requests).toEqual([])
    expect((await send(step, { project })).step?.outcome).toBe('passed')
  })

  it('[P6] what a browser does otherwise without being asked is a warning there', async () => {
    const headers = [
      { name: 'User-Agent', value: 'mine' },
      { name: 'X-Api-Key', value: 'k' },
    ]
    const answers = [{ url: 'http://127.0.0.1:81/orders' }]
    const { step } = await send({ headers }, { answers, ports: { capabilities: new Set() } })
    expect(step).toMatchObject({
      outcome: 'passed',
      warnings: [
        expect.stringContaining('User-Agent'),
        expect.stringMatching(/another origin, http:\/\/127\.0\.0\.1:81, .* sent X-Api-Key there/),
      ],
    })
    expect((await send({ headers }, { answers })).step?.warnings).toBeUndefined()
    const stayed = await send({ headers: headers.slice(1) }, { ports: { capabilities: new Set() } })
    expect(stayed.step?.warnings).toBeUndefined()
  })

  it('a redirect that a browser hides is named; one that is shown is the answer', async () => {
    const hidden = await send({ followRedirects: false }, { answers: [{ status: 0, opaqueRedirect: true }] })
    expect(hidden.step).toMatchObject({ outcome: 'broken', code: 'browser-limit' })
    const shown = await send({ followRedirects: false }, { answers: [{ status: 302 }] })
    expect(shown.sent?.redirect).toBe('manual')
    expect(shown.step).toMatchObject({ outcome: 'passed', status: 302 })
  })
})

describe('the record of a request', () => {
  it('[R41] is masked where it stands verbatim in an address, and where a server echoes that, decoded or not', async () => {
    const secret = 'tops3cret+/value"&end'
    const bodies = memoryBodies()
    const http = createScriptedHttp(({ url }) => ({ body: `${new URL(url).href} tops3cret /value"&end` }))
    const run = await runSteps([{ kind: 'send-request', url: 'http://127.0.0.1/?k=${key}&x=1' }], {
      ports: { http, bodies, secrets: memorySecrets({ key: secret }) },
      case: { variables: [{ name: 'key', value: { secret: 'key' } }] },
    })
    const { request } = exchangeOf(run) ?? {}
    expect(request?.url).toBe('http://127.0.0.1/?k=‹key›&x=1')
    expect(request?.parameters).toEqual([
      ['k', '‹key›'],
      ['x', '1'],
    ])
    expect(new TextDecoder().decode(bodies.all.get('b1'))).toBe('http://127.0.0.1/?k=‹key›&x=1 ‹key›')
  })

  it('[R41] is masked in all parts, and so is the stored body', async () => {
    const secret = 'tops3cret/value'
    const bodies = memoryBodies()
    const http = createScriptedHttp((request) => ({
      status: 201,
      headers: [
        ['content-type', 'text/plain'],
        ['x-echo', secret],
      ],
      body: `you sent ${secret} ${sentBodyText(request.body)}`,
      redirects: [{ status: 302, url: `http://127.0.0.1/?k=${secret}`, location: `/${encodeURIComponent(secret)}` }],
    }))
    const run = await runSteps(
      [
        {
          kind: 'send-request',
          method: 'POST',
          url: 'http://127.0.0.1/${key}',
          query: [{ name: 'k', value: '${key}' }],
          headers: [{ name: 'Authorization', value: 'Basic ${key}' }],
          body: { type: 'form', fields: [{ name: 'password', value: '${key}' }] },
        },
      ],
      {
        ports: { http, bodies, secrets: memorySecrets({ key: secret }) },
        case: { variables: [{ name: 'key', value: { secret: 'key' } }] },
      },
    )
    const exchange = exchangeOf(run)
    expect(exchange).toMatchObject({
      purpose: 'request',
      request: { method: 'POST', parameters: [['password', '‹key›']], body: { mediaType: 'application/x-www-form-urlencoded' } },
      response: { status: 201, body: { id: 'b1', mediaType: 'text/plain' } },
    })
    const all = JSON.stringify(run.events) + [...bodies.all.values()].map((body) => new TextDecoder().decode(body)).join('')
    for (const form of [secret, encodeURIComponent(secret)]) expect(all).not.toContain(form)
    expect(exchange?.response?.body?.stored).toBe(bodies.all.get('b1')?.length)
  })

  it('[R28] a request without an answer is recorded with its error', async () => {
    const run = await send({}, { answers: [new AssayError('http-timeout', 'Too slow.', { cause: new Error('ETIMEDOUT') })] })
    expect(run.step).toMatchObject({ outcome: 'broken', code: 'http-timeout', cause: 'ETIMEDOUT' })
    expect(exchangeOf(run)).toMatchObject({ error: { code: 'http-timeout', message: 'Too slow.', cause: 'ETIMEDOUT' } })
  })

  it("isn't made if nothing reads it", async () => {
    const bodies = memoryBodies()
    const run = await send({}, { answers: [{ body: 'x' }], ports: { bodies }, controls: { wantsDetails: false } })
    expect(exchangeOf(run)).toBeUndefined()
    expect(bodies.all.size).toBe(0)
  })
})

describe('bodies that are not whole', () => {
  it('[R29] a body that the connection cut is broken, the part kept', async () => {
    const bodies = memoryBodies()
    const run = await send({}, { answers: [{ body: '{"a"', cut: 'connection' }], ports: { bodies } })
    expect(run.step).toMatchObject({
      outcome: 'broken',
      code: 'http-body-cut',
      message: expect.stringContaining('body truncated at 4 bytes') as string,
      hint: expect.stringContaining("the server's log") as string,
    })
    const late = await send({}, { answers: [{ body: '{"a"', cut: 'time' }] })
    expect(late.step?.hint).toContain('Timeout')
    expect(exchangeOf(run)?.response?.body).toMatchObject({ size: 4, cut: 'connection' })
    expect(bodies.all.size).toBe(1)
  })

  it('[R32] a body over the limit passes with a warning, and checks of it break', async () => {
    const http = createScriptedHttp([{ body: '{"a": 1', cut: 'size' }])
    const { steps } = await runSteps(
      [
        { kind: 'send-request', url },
        { kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 200 }] },
        { kind: 'assertion', checks: [{ source: 'json', path: '$.a', not: true, is: 'exists' }] },
      ],
      { ports: { http } },
    )
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'broken'])
    expect(steps[0]?.warnings?.[0]).toContain('body truncated at 7 bytes')
    expect(steps[2]?.code).toBe('http-body-cut')
  })
})
