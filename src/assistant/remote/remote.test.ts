import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { AssayError } from '#engine/base/errors.ts'
import type { CompletionOptions } from '#engine/ports/index.ts'
import { createRemoteModel, type RemoteSettings } from './index.ts'

interface Asked {
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

type Answer = (response: ServerResponse, asked: Asked, count: number) => void

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A real server on loopback that answers as it is told to. */
async function serve(answer: Answer): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text || '{}') as Asked['body'] }
      asked.push(one)
      answer(response, one, asked.length)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const events = (response: ServerResponse, values: unknown[], cut = false) => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  for (const value of values) response.write(typeof value === 'string' ? value : `data: ${JSON.stringify(value)}\n\n`)
  if (cut) response.write(': \n\n', () => setTimeout(() => response.destroy(), 5))
  else response.end()
}
const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

const delta = (content: string) => ({ choices: [{ index: 0, delta: { content } }] })
const stop = (finish_reason: string) => ({ choices: [{ index: 0, delta: {}, finish_reason }] })
const done = 'data: [DONE]\n\n'

const schema = { type: 'object', properties: { plan: { type: 'string' } }, required: ['plan'], additionalProperties: false }
const tools = [{ name: 'answer', description: 'Answers.', inputSchema: schema }]
const { signal } = new AbortController()
const messages = [
  { role: 'system' as const, content: 'You plan.' },
  { role: 'user' as const, content: 'Create an order.' },
]
const key = 'sk-test-0123456789abcdef'

const complete = (url: string, options: Partial<CompletionOptions> = {}, settings: Partial<RemoteSettings> = {}, limits = {}) =>
  createRemoteModel({ kind: 'openai', url, model: 'small', ...settings }, { fetch, limits }).complete(messages, {
    maxTokens: 200,
    signal: new AbortController().signal,
    ...options,
  })

const failure = (promise: Promise<unknown>): Promise<AssayError> =>
  promise.then(
    (value) => {
      throw new Error(`It responded with ${JSON.stringify(value)}.`)
    },
    (thrown: unknown) => thrown as AssayError,
  )

describe('[A2] Chat Completions', () => {
  it('streams an answer, with usage, and sends what the protocol asks for', async () => {
    const { url, asked } = await serve((response) =>
      events(response, [
        ': OPENROUTER PROCESSING\n\n',
        delta('{"plan":'),
        delta('"ü"}'),
        stop('stop'),
        { choices: [], usage: { prompt_tokens: 12, completion_tokens: 5 } },
        done,
      ]),
    )
    const pieces: string[] = []
    const sent: string[] = []
    const answer = await complete(url, { onText: (piece) => pieces.push(piece), onSend: (body) => sent.push(body) }, { key })
    expect(answer).toEqual({ text: '{"plan":"ü"}', calls: [], stop: 'end', usage: { input: 12, output: 5 } })
    expect(pieces).toEqual(['{"plan":', '"ü"}'])
    const [first] = asked
    expect(first).toMatchObject({ path: '/v1/chat/completions', headers: { authorization: `Bearer ${key}` } })
    expect(first?.body).toMatchObject({ model: 'small', max_tokens: 200, messages })
    expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([first?.body])
    expect(first?.headers.cookie).toBeUndefined()
  })

  it('sends tools and results, and reads calls in whatever pieces they come', async () => {
    const call = (index: number, more: object) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index, ...more }] } }] })
    const { url, asked } = await serve((response) =>
      events(response, [
        call(0, { id: 'a', type: 'function', function: { name: 'answer', arguments: '' } }),
        call(0, { function: { arguments: '{"te' } }),
        call(1, { id: 'b', function: { name: 'look', arguments: '{"q":' } }),
        call(0, { function: { arguments: 'xt":"ü"}' } }),
        stop('tool_calls'),
        done,
      ]),
    )
    const completion = await complete(url, { tools })
    expect(completion.calls).toEqual([
      { id: 'a', name: 'answer', arguments: { text: 'ü' } },
      { id: 'b', name: 'look', arguments: undefined, problem: expect.stringContaining("aren't a JSON object") as string },
    ])
    expect(asked[0]?.body.tools).toEqual([
      { type: 'function', function: { name: 'answer', description: 'Answers.', parameters: schema } },
    ])
    const again = [
      ...messages,
      { role: 'assistant' as const, content: '', calls: completion.calls },
      { role: 'tool' as const, call: 'a', content: 'Seen.' },
    ]
    await createRemoteModel({ kind: 'openai', url, model: 'small' }, { fetch }).complete(again, { tools, maxTokens: 9, signal })
    expect(asked[1]?.body.messages).toEqual([
      ...messages,
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'answer', arguments: '{"text":"ü"}' } },
          { id: 'b', type: 'function', function: { name: 'look', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'Seen.' },
    ])
  })

  it.each(['refuses tools', 'drops tools'])('speaks in texts with a server that %s, and remembers it', async (how) => {
    const { url, asked } = await serve((response, { body }) => {
      if ('tools' in body && how === 'refuses tools')
        return json(response, 400, { error: { message: 'small does not support tools' } })
      const said = JSON.stringify(body.messages).includes('\\"calls\\"')
      const reply = said
        ? '<think>{ maybe }</think>Sure! ```json\n{"calls":[{"name":"answer","arguments":{"text":"a }"}}]}\n```'
        : 'Gladly.'
      events(response, [delta(reply), stop('stop'), done])
    })
    const expected = [{ id: 'text_0', name: 'answer', arguments: { text: 'a }' } }]
    const first = await complete(url, { tools })
    expect([first.text, first.calls]).toEqual(['', expected])
    expect((await complete(url, { tools })).calls).toEqual(expected)
    expect(asked.map(({ body }) => 'tools' in body)).toEqual([true, false, false])
    expect(JSON.stringify(asked[1]?.body.messages)).toContain('Answers.')
  })

  it.each([
    '<tool_call>{"name":"answer","arguments":{"text":"x"}}</tool_call>',
    '{"name":"answer","parameters":{"text":"x"}}',
    '{"tool_calls":[{"function":{"name":"answer","arguments":"{\\"text\\":\\"x\\"}"}}]}',
  ])('takes a call that stands in a text: %s', async (text) => {
    const { url } = await serve((response) => events(response, [delta(text), stop('stop'), done]))
    expect((await complete(url, { tools })).calls).toEqual([{ id: 'text_0', name: 'answer', arguments: { text: 'x' } }])
  })

  it('asks without what newer and older servers refuse: max_tokens, temperature, stream_options', async () => {
    const { url, asked } = await serve((response, { body }) => {
      const refused = ['stream_options', 'temperature', 'max_tokens'].find((name) => name in body)
      if (refused) return json(response, 400, { error: { message: `Unsupported parameter: '${refused}'` } })
      events(response, [delta('Yes.'), stop('stop'), done])
    })
    expect((await complete(url)).text).toBe('Yes.')
    expect(asked.at(-1)?.body).toMatchObject({ max_completion_tokens: 200 })
    expect(asked).toHaveLength(4)
  })

  it('reads a server that does not stream, one that does not say that it does, and one that forgets the end', async () => {
    const whole = await serve((response) =>
      json(response, 200, { choices: [{ message: { content: 'Whole.' }, finish_reason: 'stop' }] }),
    )
    expect((await complete(whole.url)).text).toBe('Whole.')
    const unsaid = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end(`data: ${JSON.stringify(delta('Unsaid.'))}\r\n\r\ndata: ${JSON.stringify(stop('stop'))}`)
    })
    expect((await complete(unsaid.url)).text).toBe('Unsaid.')
  })

  it('reads characters and lines that are cut anywhere', async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const bytes = Buffer.from(
        `data: ${JSON.stringify(delta('日本 ÄÖ'))}\r\n\r\ndata: ${JSON.stringify(stop('stop'))}\r\n\r\n${done}`,
      )
      const write = (at: number): void => {
        if (at >= bytes.length) return void response.end()
        response.write(bytes.subarray(at, at + 3), () => setImmediate(() => write(at + 3)))
      }
      write(0)
    })
    expect((await complete(url)).text).toBe('日本 ÄÖ')
  })

  it('tells why an answer ended: length, filter, refusal', async () => {
    for (const [last, expected] of [
      [stop('length'), 'length'],
      [stop('content_filter'), 'refused'],
      [{ choices: [{ delta: { refusal: 'No.' } }] }, 'refused'],
    ] as const) {
      const { url } = await serve((response) => events(response, [delta('{"pl'), last, done]))
      expect((await complete(url)).stop).toBe(expected)
    }
  })

  it('knows Azure by its host, and addresses as people copy them', async () => {
    const seen: string[] = []
    const fake: typeof fetch = async (url, init) => {
      seen.push(`${String(url)} ${new Headers(init?.headers).get('api-key') ?? new Headers(init?.headers).get('authorization')}`)
      return Response.json({ choices: [{ message: { content: 'x' }, finish_reason: 'stop' }] })
    }
    for (const url of [
      'https://mine.openai.azure.com/openai/deployments/d?api-version=2024-10-21',
      'https://api.openai.com',
      'https://openrouter.ai/api/v1/',
      'https://host.test/v1/chat/completions',
    ])
      await createRemoteModel({ kind: 'openai', url, model: 'm', key: 'k-123456' }, { fetch: fake }).complete(messages, {
        maxTokens: 1,
        signal: new AbortController().signal,
      })
    expect(seen).toEqual([
      'https://mine.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21 k-123456',
      'https://api.openai.com/v1/chat/completions Bearer k-123456',
      'https://openrouter.ai/api/v1/chat/completions Bearer k-123456',
      'https://host.test/v1/chat/completions Bearer k-123456',
    ])
  })
})

describe('[A2] Messages of Anthropic', () => {
  const stream = (parts: string[]) => [
    { type: 'message_start', message: { usage: { input_tokens: 9 } } },
    { type: 'ping' },
    ...parts.map((text) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text } })),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ]

  it('sends system, version and key, and streams', async () => {
    const { url, asked } = await serve((response) => events(response, stream(['{"plan":', '"x"}'])))
    const answer = await complete(url, {}, { kind: 'anthropic', key })
    expect(answer).toEqual({ text: '{"plan":"x"}', calls: [], stop: 'end', usage: { input: 9, output: 3 } })
    expect(asked[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
      body: { system: [{ text: 'You plan.' }], messages: [{ role: 'user', content: [{ text: 'Create an order.' }] }] },
    })
  })

  it('sends tools and results with marks for the cache, and reads calls, streamed or whole', async () => {
    const start = {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 't1', name: 'answer', input: {} },
    }
    const piece = (partial_json: string) => ({
      type: 'content_block_delta',
      index: 1,
      delta: { type: 'input_json_delta', partial_json },
    })
    const { url, asked } = await serve((response, _, count) =>
      count === 1
        ? events(response, [
            { type: 'message_start', message: { usage: { input_tokens: 9, cache_read_input_tokens: 90 } } },
            start,
            piece('{"text"'),
            piece(':"x"}'),
            { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
            { type: 'message_stop' },
          ])
        : json(response, 200, {
            type: 'message',
            content: [{ type: 'tool_use', id: 't2', name: 'answer', input: { text: 'y' } }],
            stop_reason: 'tool_use',
          }),
    )
    const first = await complete(url, { tools }, { kind: 'anthropic' })
    const calls = [{ id: 't1', name: 'answer', arguments: { text: 'x' } }]
    expect(first).toEqual({ text: '', calls, stop: 'end', usage: { input: 99, output: 3, cached: 90 } })
    const second = await createRemoteModel({ kind: 'anthropic', url, model: 'small' }, { fetch }).complete(
      [
        ...messages,
        { role: 'assistant', content: '', calls },
        { role: 'tool', call: 't1', content: 'Seen.' },
        { role: 'user', content: 'Go on.' },
      ],
      { tools, maxTokens: 9, signal },
    )
    expect(second.calls).toEqual([{ id: 't2', name: 'answer', arguments: { text: 'y' } }])
    const cache_control = { type: 'ephemeral' }
    expect(asked[1]?.body).toMatchObject({
      tools: [{ name: 'answer', description: 'Answers.', input_schema: schema }],
      system: [{ type: 'text', text: 'You plan.', cache_control }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Create an order.' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'answer', input: { text: 'x' } }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: 'Seen.' },
            { type: 'text', text: 'Go on.', cache_control },
          ],
        },
      ],
    })
  })

  it('says what the server says in the middle of an answer', async () => {
    const { url } = await serve((response) =>
      events(response, [
        ...stream(['a']).slice(0, 3),
        { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      ]),
    )
    expect((await failure(complete(url, {}, { kind: 'anthropic' }))).message).toBe('Its message: Overloaded')
  })
})

describe('[A2] remote models that fail', () => {
  it.each([
    [401, 'rejected the key (401)'],
    [403, 'rejected the key (403)'],
    [404, 'doesn\'t have the model "small", or the URL is wrong (404)'],
    [429, 'limits the request rate (429). Wait 3600 s.'],
    [503, 'is unavailable (503)'],
    [418, 'rejected the request (418)'],
  ])('says what %i means', async (status, words) => {
    const { url, asked } = await serve((response) =>
      json(response, status, { error: { message: 'So it is.' } }, { 'retry-after': '3600' }),
    )
    const thrown = await failure(complete(url))
    expect(thrown).toMatchObject({ code: 'model-unusable' })
    expect(thrown.message).toContain(words)
    expect(thrown.message).toContain('Its message: So it is.')
    expect(asked).toHaveLength(1)
  })

  it('waits once where a server asks for a little patience', async () => {
    const { url, asked } = await serve((response, _, count) =>
      count === 1 ? json(response, 429, {}, { 'retry-after': '0' }) : events(response, [delta('Now.'), stop('stop')]),
    )
    expect((await complete(url)).text).toBe('Now.')
    expect(asked).toHaveLength(2)
  })

  it('says that a connection was cut, a server is silent, or nothing listens', async () => {
    const cut = await serve((response) => events(response, [delta('{"pl')], true))
    expect((await failure(complete(cut.url))).message).toContain('ended during the response')
    const ended = await serve((response) => events(response, [delta('{"pl')]))
    expect((await failure(complete(ended.url))).message).toContain('ended during the response')
    const silent = await serve(() => undefined)
    expect((await failure(complete(silent.url, {}, {}, { first: 40 }))).message).toContain("didn't respond for")
    const slow = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify(delta('a'))}\n\n`)
    })
    expect((await failure(complete(slow.url, {}, {}, { idle: 40 }))).message).toContain("didn't respond for")
    expect((await failure(complete('http://127.0.0.1:9'))).message).toContain('http://127.0.0.1:9')
  })

  it('follows no redirect: key and conversation stay with the origin', async () => {
    const elsewhere = await serve((response) => events(response, [delta('Stolen.'), stop('stop')]))
    const { url } = await serve((response) => response.writeHead(307, { location: `${elsewhere.url}/v1/chat/completions` }).end())
    expect((await failure(complete(url, {}, { key }))).message).toContain('redirects to another URL')
    expect(elsewhere.asked).toEqual([])
  })

  it('shows a key nowhere, whatever the server says of it', async () => {
    const told = await serve((response) => json(response, 400, { error: { message: `Bad ${key}, ${btoa(key)}` } }))
    expect((await failure(complete(told.url, {}, { key }))).message).toContain('Its message: Bad ‹key›')
    const echoed = await serve((response) => events(response, [delta(`{"plan":"${key}"}`), stop('stop')]))
    expect((await complete(echoed.url, {}, { key })).text).toBe('{"plan":"‹key›"}')
    const inStream = await serve((response) => events(response, [{ error: { message: `No ${key}` } }]))
    expect((await failure(complete(inStream.url, {}, { key }))).message).toBe('Its message: No ‹key›')
  })

  it('rejects pages, other JSON and endless bodies', async () => {
    const page = await serve((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi'))
    expect((await failure(complete(page.url))).message).toContain("isn't a language model API")
    const other = await serve((response) => json(response, 200, { __proto__: null, choices: 'no' }))
    expect((await failure(complete(other.url))).message).toContain("isn't a language model API")
    const endless = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const line = `data: ${JSON.stringify(delta('x'.repeat(50_000)))}\n\n`
      const more = (): void => void (response.destroyed || response.write(line, () => setImmediate(more)))
      more()
    })
    expect((await failure(complete(endless.url))).message).toContain('and was truncated')
    const html = await serve((response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'))
    expect((await failure(complete(html.url))).message).toBe(`${html.url} is unavailable (502).`)
  })

  it('does not climb down for what has other reasons', async () => {
    const { url, asked } = await serve((response) =>
      json(response, 400, { error: { message: "This model's maximum context length is 4096 tokens." } }),
    )
    expect((await failure(complete(url))).message).toContain('maximum context length')
    expect(asked).toHaveLength(1)
  })

  it('stops when it is stopped, before and in the middle', async () => {
    const stopper = new AbortController()
    let closed: () => void = () => undefined
    const gone = new Promise<void>((resolve) => (closed = resolve))
    const { url } = await serve((response) => {
      response.on('close', closed)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify(delta('a'))}\n\n`)
    })
    const answer = failure(complete(url, { signal: stopper.signal, onText: () => stopper.abort() }))
    expect(await answer).toMatchObject({ code: 'cancelled' })
    await gone
    expect(await failure(complete(url, { signal: stopper.signal }))).toMatchObject({ code: 'cancelled' })
  })

  it.each([
    ['ftp://host.test', "isn't a valid URL"],
    ['nonsense', "isn't a valid URL"],
    ['https://user:pass@host.test', "isn't a valid URL"],
    ['http://models.example.com/v1', 'without https, it could be read in transit'],
  ])('does not ask %s', (url, words) => {
    expect(() => createRemoteModel({ kind: 'openai', url, model: 'm', key }, { fetch })).toThrow(words)
  })

  it('says in a browser what may keep it from local and from distant servers', async () => {
    const refused: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    const asked = (url: string, page: string) =>
      failure(
        createRemoteModel({ kind: 'openai', url, model: 'm' }, { fetch: refused, page }).complete(messages, {
          maxTokens: 1,
          signal: new AbortController().signal,
        }),
      )
    expect((await asked('http://localhost:11434/v1', 'https://assay.test')).hint).toContain('OLLAMA_ORIGINS=https://assay.test')
    expect((await asked('http://models.example.com', 'https://assay.test')).message).toContain("can't call")
    expect((await asked('https://models.example.com', 'https://assay.test')).message).toContain('CORS')
  })
})
