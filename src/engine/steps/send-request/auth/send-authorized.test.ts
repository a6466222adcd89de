import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { companionNeeds } from '#engine/project/companion-needs.ts'
import { projectOfSteps, runSteps } from '#engine/runner/testing/run-project.ts'
import { createNodeHttp } from '#platform/node/http.ts'

const servers: Server[] = []
const http = createNodeHttp()
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => answer(request, response, Buffer.concat(parts)))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const variables = [
  { name: 'key', value: 'AKIDEXAMPLE' },
  { name: 'secret', value: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
  { name: 'whole', value: 'AWS AKIDEXAMPLE wJalrXUtnFEMI region:us-east-1 service:s3' },
]

async function send(authorization: string, url: string, more: object = {}) {
  const step = { kind: 'send-request', url, headers: [{ name: 'Authorization', value: authorization }], ...more }
  const run = await runSteps([step], { ports: { http }, case: { variables } })
  const exchanges = run.events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange] : []))
  const notes = run.events.flatMap((event) => (event.type === 'noted' ? [event.text] : []))
  return { step: run.steps[0], exchanges, notes, told: JSON.stringify(run.events) }
}

describe('a request that is signed', () => {
  it('[X8][R34] is signed again for a redirect within its origin, and not for another origin', async () => {
    const seen: [path: string, headers: IncomingMessage['headers']][] = []
    const other = await serve(({ url = '', headers }, response) => {
      seen.push([`other ${url}`, headers])
      response.end('{}')
    })
    const own = await serve(({ url = '', headers }, response) => {
      seen.push([url, headers])
      response.writeHead(307, { location: url === '/first' ? '/second' : `${other}/third` }).end()
    })
    const aws = 'AWS ${key} ${secret} token:the-session-token region:us-east-1 service:execute-api'
    const { step, notes, told, exchanges } = await send(aws, `${own}/first`)
    expect(step).toMatchObject({ outcome: 'passed', status: 200 })
    expect(seen.map(([path]) => path)).toEqual(['/first', '/second', 'other /third'])
    const [first, second, third] = seen.map(([, headers]) => headers)
    expect(first?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\//)
    expect(second?.authorization).toMatch(/^AWS4-HMAC-SHA256 /)
    expect(second?.authorization).not.toBe(first?.authorization)
    expect(third?.authorization).toBeUndefined()
    expect(third?.['x-amz-security-token']).toBeUndefined()
    expect(notes).toContainEqual(expect.stringMatching(/^A redirect led to another origin, .*without a signature\.$/))
    // The record has what was signed, and neither keys nor signature.
    expect(exchanges[0]?.signed).toMatch(/^GET\n\/first\n\nhost:127\.0\.0\.1/)
    expect(told).not.toMatch(/wJalrXUtnFEMI|the-session-token/)
    expect(told).not.toContain(/Signature=(\w+)/.exec(first?.authorization ?? '')?.[1])
  })

  it('[X8] takes all of it from one variable, and leaves a finished signature alone', async () => {
    const seen: (string | undefined)[] = []
    const at = await serve(({ headers }, response) => {
      seen.push(headers.authorization)
      response.end()
    })
    await send('${whole}', at)
    await send('AWS AKIA:signature', at)
    expect(seen).toEqual([expect.stringContaining('/us-east-1/s3/aws4_request'), 'AWS AKIA:signature'])
  })

  it('[X8] gives a failed check the reason of a refusal', async () => {
    const at = await serve((_request, response) => void response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>'))
    const steps = [
      { kind: 'send-request', url: at, headers: [{ name: 'Authorization', value: '${whole}' }] },
      { kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 200 }] },
    ]
    const run = await runSteps(steps, { ports: { http }, case: { variables } })
    expect(run.steps[1]).toMatchObject({ outcome: 'failed', hint: expect.stringMatching(/^Check the secret key first/) })
  })
})

describe('a request with NTLM', () => {
  /** The second message: flags, a challenge, and a time that requires a check of all messages. */
  const challenge = Buffer.from('0123456789abcdef', 'hex')
  const info = Buffer.from('0700080000c0ffee0000000000000000', 'hex')
  const second = Buffer.alloc(56 + info.length)
  second.write('NTLMSSP\0', 'latin1')
  second.writeUInt32LE(2, 8)
  second.writeUInt32LE(0xa0888205, 20)
  challenge.copy(second, 24)
  second.writeUInt16LE(info.length, 40)
  second.writeUInt32LE(56, 44)
  info.copy(second, 56)

  const hmac = (key: Buffer, ...parts: Buffer[]) => createHmac('md5', key).update(Buffer.concat(parts)).digest()
  /** MD4 of "Password" in UTF-16 (MS-NLMP section 4.2.2.1.2). */
  const ntHash = Buffer.from('a4f49c406510bdcab6824ee7c30fd852', 'hex')
  const v2Key = hmac(ntHash, Buffer.from('ANNCORP', 'utf16le'))

  function verify(first: Buffer, third: Buffer): boolean {
    const field = (at: number) => third.subarray(third.readUInt32LE(at + 4), third.readUInt32LE(at + 4) + third.readUInt16LE(at))
    const response = field(20)
    const proof = response.subarray(0, 16)
    if (!hmac(v2Key, challenge, response.subarray(16)).equals(proof)) return false
    const zeroed = Buffer.from(third)
    zeroed.fill(0, 72, 88)
    return (
      hmac(hmac(v2Key, proof), first, second, zeroed).equals(third.subarray(72, 88)) && field(36).toString('utf16le') === 'ann'
    )
  }

  const start = () => {
    const begun = new Map<Socket, Buffer>()
    const seen: string[] = []
    const at = serve(({ headers, socket, method }, response, body) => {
      const [, text = ''] = /^NTLM (.*)$/.exec(headers.authorization ?? '') ?? []
      const message = Buffer.from(text, 'base64')
      seen.push(`${method} ${body.length}`)
      const first = begun.get(socket)
      if (text === '') response.writeHead(401, { 'WWW-Authenticate': ['Negotiate', 'NTLM'] }).end()
      else if (message[8] === 1) {
        begun.set(socket, message)
        response.writeHead(401, { 'WWW-Authenticate': `NTLM ${second.toString('base64')}` }).end()
      } else response.writeHead(first && verify(first, message) ? 200 : 401, { 'WWW-Authenticate': 'NTLM' }).end()
    })
    return { at, seen }
  }

  it('[X8] sends three messages on one connection, the body with the first and the last, and no password', async () => {
    const { at, seen } = start()
    const body = { type: 'json', text: '{"a":1}' }
    const { step, exchanges, told } = await send('NTLM CORP\\ann:Password', await at, { method: 'POST', body })
    expect(step).toMatchObject({ outcome: 'passed', status: 200 })
    expect(seen).toEqual(['POST 7', 'POST 0', 'POST 7'])
    expect(exchanges.map(({ response }) => response?.status)).toEqual([401, 401, 200])
    // The third message: the password could be guessed from it and the challenge.
    expect(told).toContain('NTLM TlRMTVNTUAAB')
    expect(told).not.toContain('NTLM TlRMTVNTUAAD')
  })

  it('[X8] says what to check when the proof is rejected', async () => {
    const { at } = start()
    const { notes } = await send('NTLM CORP\\ann:wrong', await at)
    expect(notes).toContainEqual(expect.stringMatching(/^Check username, password and domain/))
  })

  it('[X8] needs the companion in a page, and says so before the run', async () => {
    const step = {
      kind: 'send-request',
      url: 'http://127.0.0.1:9',
      headers: [{ name: 'Authorization', value: 'NTLM ann:${secret}' }],
    }
    expect(companionNeeds(projectOfSteps([step]))).toMatchObject([{ limit: expect.stringMatching(/^sign in with NTLM/) }])
    const run = await runSteps([step], { ports: { http, capabilities: new Set() }, case: { variables } })
    expect(run.steps[0]).toMatchObject({ outcome: 'broken', message: expect.stringContaining('NTLM') })
  })
})
