import { createServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssayError } from '#engine/base/errors.ts'
import { linked, type Linked } from '#companion/relay/testing/linked.ts'
import type { AskedRun, RunTold } from '#relay/calls.ts'
import type { Attack } from './attack.ts'
import type { Draw } from './draw.ts'
import { strange, valueMutations } from './mutations.ts'

/** The contents of the file that must not be read. */
const canary = 'a-word-of-a-file-of-this-machine'

/** Milliseconds that a run goes on before it is stopped, and that it has to end then. */
const until = { stop: 250, ended: 20_000 }

/** Megabytes that the process may take more than when the attack began, with all that the attack itself holds. */
const mostMemory = 500

const megabytes = (): number => Math.round(process.memoryUsage().rss / 1e6)

/** What must not be reached, though the project names it. */
interface Traps {
  file: string
  folder: string
  port: number
}

type Step = Record<string, unknown>

interface Wanted {
  steps: Step[]
  more?: object
}

/** Ways to write this machine that a page may find one that is not looked at. */
const hosts = [
  '127.0.0.1',
  'localhost',
  'LOCALHOST.',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '0x7f.1',
  '2130706433',
  '127.1',
  '0',
  '0.0.0.0',
  '[::]',
  '017700000001',
  '127。0。0。1',
  '①②⑦.0.0.1',
  'user:pass@127.0.0.1',
  '127.0.0.1%00.example',
]

const request = (more: object): Step => ({ id: 'r', kind: 'send-request', name: 'R', url: '', via: 'companion', ...more })

const paths = ({ file, folder }: Traps): string[] => [
  file,
  `file://${file}`,
  `../../../../../../../..${file}`,
  `${folder}/../${folder.split('/').at(-1)}/secret.txt`,
  '/proc/self/environ',
]

/** Steps that ask for what is not theirs, by what they ask for. */
const kinds: Readonly<Record<string, (draw: Draw, traps: Traps) => Wanted>> = {
  'addresses of this machine': (draw, { port }) => {
    const address = `${draw.one(['http', 'https'])}://${draw.one(hosts)}:${port}/`
    const via = draw.oneIn(2) ? { url: address } : { url: '${at}' }
    const token = {
      id: 't',
      kind: 'oauth2',
      name: 'T',
      grantType: 'ClientCredentials',
      clientId: 'c',
      clientSecret: { secret: 'key' },
    }
    const step = draw.oneIn(3)
      ? { ...token, ...(draw.oneIn(2) ? { tokenEndpoint: address } : { discoveryEndpoint: address }) }
      : request(via)
    return { steps: [step], more: { variables: [{ name: 'at', value: address }] } }
  },
  'files of this machine': (draw, traps) => {
    const path = draw.one(paths(traps))
    const source = { id: 'd', name: 'D', kind: 'csv', file: path }
    return {
      steps: draw.one([
        [request({ method: 'POST', url: 'http://127.0.0.1:1/', body: { type: 'file', path } })],
        [
          request({
            method: 'POST',
            url: 'http://127.0.0.1:1/',
            body: { type: 'multipart', parts: [{ name: 'f', file: path }] },
          }),
        ],
        [
          { id: 'l', kind: 'loop-start', name: 'L', dataSource: 'd', mapping: [] },
          { id: 'e', kind: 'loop-end', name: 'E' },
        ],
        [{ id: 'q', kind: 'sql', name: 'Q', connection: 'k', query: 'select 1' }],
      ]),
      more: { dataSources: [source], connections: [{ id: 'k', name: 'K', driver: 'sqlite', file: path }] },
    }
  },
  'servers of databases': (draw, { port, folder }) => ({
    steps: [{ id: 'q', kind: 'sql', name: 'Q', connection: 'k', query: 'select 1', timeout: 2 }],
    more: {
      connections: [
        {
          id: 'k',
          name: 'K',
          driver: draw.one(['postgres', 'mysql', 'mssql']),
          host: draw.oneIn(3) ? folder : draw.one([...hosts, '', `127.0.0.1\\x`]),
          port,
          database: 'd',
          user: 'u',
          password: '',
          tls: draw.one(['off', 'prefer', 'verify']),
        },
      ],
    },
  }),
  'endless loops': (draw) => ({
    steps: [
      ...['a', 'b', 'c'].map((id) => ({ id, kind: 'loop-start', name: id, dataSource: 'd', mapping: [], onFailure: 'continue' })),
      { id: 'w', kind: 'wait', name: 'W', seconds: draw.one([0, 1e9]) },
      ...['x', 'y', 'z'].map((id) => ({ id, kind: 'loop-end', name: id })),
    ],
    more: {
      dataSources: [
        {
          id: 'd',
          name: 'D',
          kind: 'generated',
          rows: draw.one([1_000_000, 1e15]),
          columns: [{ name: 'w', value: `\${random.alphanumeric(${draw.one([10, 100_000])})}` }],
        },
      ],
    },
  }),
}

/** Runs that a page asks the companion to carry out as a whole: malformed ones, and projects that name what is not theirs. */
export const runs: Attack = {
  title: 'Runs that the companion carries out',
  about:
    'Projects of a page that name this machine, its files and its databases, endless ones, mutated ones, options and answers of any shape, several at once. Nothing is reached, nothing is read, each run ends by Stop, memory stays bounded.',
  async start() {
    const every = await readFile('src/companion/golden/every-kind.aprj', 'utf8')
    const folder = await mkdtemp(join(tmpdir(), 'assay-runs-'))
    const file = join(folder, 'secret.txt')
    await writeFile(file, `word\n${canary}\n`)
    const before = megabytes()
    let reached = 0
    const trap = (): Server =>
      createServer((socket) => {
        reached += 1
        socket.on('error', () => undefined).destroy()
      })
    const first = trap().listen(0, '127.0.0.1')
    await once(first, 'listening')
    const { port } = first.address() as AddressInfo
    const traps = [first, trap().listen(port, '::1'), trap().listen(join(folder, `.s.PGSQL.${port}`))]
    // Where this machine has no IPv6.
    for (const one of traps) one.on('error', () => undefined)
    return {
      async once(draw) {
        const names = [...Object.keys(kinds), 'mutated projects', 'parameters of any shape']
        const row = draw.one(names)
        const count = row === 'endless loops' ? draw.one([1, 20]) : 1
        const found: string[] = []
        const begin = (): Promise<void> => attempt(row, draw, { file, folder, port }, every, (flaw) => void found.push(flaw))
        await Promise.all(Array.from({ length: count }, begin))
        if (reached > 0) found.push('this machine was reached')
        reached = 0
        const taken = megabytes() - before
        if (taken > mostMemory) found.push(`${taken} MB more in memory`)
        return { row, count, found }
      },
      async close() {
        for (const one of traps) one.close()
        await rm(folder, { recursive: true })
      },
    }
  },
}

function fileOf({ steps, more }: Wanted): Uint8Array {
  const suites = [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', onFailure: 'continue', steps }] }]
  return new TextEncoder().encode(JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', suites, ...more }))
}

function mutatedFile(text: string, draw: Draw): Uint8Array {
  const root = JSON.parse(text) as Record<string, unknown>
  for (let count = 1 + draw.below(3); count > 0; count--) draw.one(Object.values(valueMutations))(root, draw)
  return new TextEncoder().encode(JSON.stringify(root))
}

/** With one of its parts, or of its options, replaced. */
function strangeParams(draw: Draw): AskedRun {
  const asked = { run: 'r', options: {}, secrets: [['key', 'v']], redirectUri: '' } as unknown as Record<string, unknown>
  const options = ['environment', 'selection', 'variables', 'insecureHosts', 'seed', 'bail', 'retry', 'workers', 'timeout']
  const parts = ['suites', 'cases', 'tags', 'step', 'upTo', 'rows']
  const value = draw.one(strange)
  const where = draw.below(4)
  if (where === 0) return value as AskedRun
  if (where === 1) asked[draw.one(Object.keys(asked))] = value
  else asked['options'] = where === 2 ? { [draw.one(options)]: value } : { selection: { [draw.one(parts)]: value } }
  return asked as unknown as AskedRun
}

async function attempt(row: string, draw: Draw, traps: Traps, every: string, flaw: (text: string) => void): Promise<void> {
  const kind = kinds[row]
  const steps = [{ id: 'w', kind: 'wait', name: 'W', seconds: 0 }]
  const file = kind ? fileOf(kind(draw, traps)) : row === 'mutated projects' ? mutatedFile(every, draw) : fileOf({ steps })
  const asked: AskedRun = { run: 'r', options: { workers: draw.one([1, 50]) }, secrets: [['key', 'v']], redirectUri: '' }
  const link = linked(draw.one([[], ['example.com']]))
  const params = kind || row === 'mutated projects' ? asked : strangeParams(draw)
  const ended = carriedOut(link, params, file, draw, flaw)
  const stop = setTimeout(() => void link.call('run.stop', null, { signal: never() }).catch(() => undefined), until.stop)
  let late: NodeJS.Timeout | undefined
  const hangs = new Promise<void>((resolve) => {
    late = setTimeout(() => (flaw(`did not end in ${until.ended} ms`), resolve()), until.ended)
  })
  await Promise.race([ended, hangs])
  clearTimeout(stop)
  clearTimeout(late)
  await link.close()
}

/** The signal of a call that is not cancelled. */
const never = (): AbortSignal => new AbortController().signal

/** Carries it out as a page that answers what it likes. */
async function carriedOut(
  { call }: Linked,
  params: AskedRun,
  file: Uint8Array,
  draw: Draw,
  flaw: (text: string) => void,
): Promise<void> {
  const takes = !draw.oneIn(4)
  const say = (name: 'run.taken' | 'run.answer', value: unknown): void =>
    void call(name, value as null, { signal: never() }).catch(() => undefined)
  const onProgress = (told: RunTold, bytes: Uint8Array | undefined): void => {
    if (new TextDecoder().decode(bytes).includes(canary)) flaw('a file of this machine was read')
    if ('batch' in told) return takes ? say('run.taken', null) : undefined
    if (told.question.of !== 'unlock') say('run.answer', { ask: told.ask, [draw.one(['value', 'error'])]: draw.one(strange) })
  }
  try {
    await call('run.start', params, { signal: never(), bytes: file, onProgress })
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) flaw(`rejected with ${String(thrown)}`)
    else if (thrown.message === '') flaw('refused without a word')
  }
}
