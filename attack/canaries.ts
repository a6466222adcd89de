import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reporters } from '#engine/reporters/index.ts'
import { main } from '#companion/main.ts'
import { createTestHost } from '#companion/testing/test-host.ts'
import type { Attack } from './attack.ts'
import type { Draw } from './draw.ts'
import { echoNames, startEchoes } from './echo-server.ts'
import { drawCanary, wordsShown } from './secrets.ts'

type Step = Record<string, unknown>

const key = '${key}'

const sends = (url: string, more: Step = {}): Step => ({ kind: 'send-request', name: 'Send', url, timeout: 5, ...more })
const looks = (...checks: Step[]): Step => ({ kind: 'assertion', name: 'Look', checks })
const posts = (url: string, body: Step): Step => sends(url, { method: 'POST', body })
const gets = (url: string, more: Step): Step => ({
  kind: 'oauth2',
  name: 'Get token',
  grantType: 'ClientCredentials',
  tokenEndpoint: url,
  clientId: 'orders',
  clientSecret: { secret: 'key' },
  ...more,
})

/** Where a secret can stand, by what the table calls it. `url` is where the echoes are. */
const places: Readonly<Record<string, (url: string) => Step[]>> = {
  path: (url) => [sends(`${url}/a/${key}/b`)],
  'path, encoded': (url) => [sends(`${url}/\${key | url}`)],
  query: (url) => [sends(url, { query: [{ name: 'k', value: key }] })],
  'query, verbatim': (url) => [sends(`${url}?k=${key}&l=1`)],
  fragment: (url) => [sends(`${url}#${key}`)],
  'user and password of an address': (url) => [sends(url.replace('//', `//user:${key}@`))],
  host: () => [sends(`http://${key}.invalid/`)],
  port: () => [sends(`http://127.0.0.1:${key}/`)],
  'a whole address': () => [sends(key)],
  method: (url) => [sends(url, { method: key })],
  header: (url) => [sends(url, { headers: [{ name: 'X-Key', value: key }] })],
  'name of a header': (url) => [sends(url, { headers: [{ name: key, value: '1' }] })],
  Bearer: (url) => [sends(url, { headers: [{ name: 'Authorization', value: `Bearer ${key}` }] })],
  'JSON body': (url) => [posts(url, { type: 'json', text: `{"key": "${key}"}` })],
  'text body': (url) => [posts(url, { type: 'text', text: `before ${key} after` })],
  form: (url) => [posts(url, { type: 'form', fields: [{ name: 'k', value: key }] })],
  'name of a field': (url) => [posts(url, { type: 'form', fields: [{ name: key, value: '1' }] })],
  multipart: (url) => [posts(url, { type: 'multipart', parts: [{ name: 'k', value: key }] })],
  GraphQL: (url) => [posts(url, { type: 'graphql', query: '{a}', variables: `{"a": "${key}"}`, operationName: '' })],
  timeout: (url) => [sends(url, { timeout: key })],
  'expected value': (url) => [sends(url), looks({ source: 'text', is: 'equals', value: key })],
  'expected part': (url) => [sends(url), looks({ source: 'header', name: 'x-got', is: 'contains', value: key })],
  'regular expression': (url) => [sends(url), looks({ source: 'text', is: 'matches', value: `(${key}` })],
  JSONPath: (url) => [sends(url), looks({ source: 'json', path: `$.${key}`, is: 'exists' })],
  'value of a check in JSON': (url) => [
    posts(url, { type: 'json', text: `{"key": "${key}"}` }),
    looks({ source: 'json', path: '$.got', is: 'equals', value: 1 }, { source: 'body', is: 'is-json' }),
  ],
  'a variable made of it': (url) => [
    posts(url, { type: 'text', text: key }),
    { kind: 'data-transfer', name: 'Keep', transfers: [{ source: 'text', to: 'copy', scope: 'Project' }] },
    looks({ source: 'variable', name: 'copy', is: 'equals', value: 'another' }),
    sends(`${url}?c=\${copy}`),
  ],
  'client secret, in the body': (url) => [gets(url, {})],
  'client secret, Basic': (url) => [gets(url, { secretTransport: 'basic' })],
  'client secret, Basic and raw': (url) => [gets(url, { secretTransport: 'basic-raw' })],
  'a parameter of a token request': (url) => [gets(url, { additionalParameters: [{ name: 'extra', value: key }] })],
  'client id': (url) => [gets(url, { clientId: key })],
  scope: (url) => [gets(url, { scope: key })],
  'token endpoint': () => [gets(`http://127.0.0.1:1/${key}`, {})],
  discovery: (url) => [gets('', { discoveryEndpoint: `${url}/${key}` })],
  'password grant': (url) => [gets(url, { grantType: 'ResourceOwnerPassword', username: 'ann', password: { secret: 'key' } })],
  'key of a signature': () => [
    {
      kind: 'jwt',
      name: 'Sign',
      algorithm: 'RS256',
      key: { form: 'pem', key: { secret: 'key' } },
      claims: { sub: key },
      variableName: 'signed',
    },
    looks({ source: 'variable', name: 'signed', is: 'equals', value: key }),
  ],
  'seconds to wait': () => [{ kind: 'wait', name: 'Wait', seconds: key }],
  'query of a database': () => [{ kind: 'sql', name: 'Ask', connection: 'db', query: `select '${key}' as k from nowhere` }],
  'a file to send': (url) => [posts(url, { type: 'file', file: `${key}.bin` })],
}

function projectOf(steps: readonly Step[]): object {
  return {
    format: 'aprj',
    version: 1,
    id: 'canary',
    name: 'Canary',
    variables: [{ name: 'key', value: { secret: 'key' } }],
    connections: [{ id: 'db', name: 'Nothing', driver: 'sqlite' }],
    suites: [
      {
        id: 's',
        name: 'Suite',
        cases: [
          { id: 'c', name: 'Case', onFailure: 'continue', steps: steps.map((step, index) => ({ id: `s${index}`, ...step })) },
        ],
      },
    ],
  }
}

const kinds = Object.keys(reporters)

/** A secret in every place of every output: standard output, messages, and each report. */
export const canaries: Attack = {
  title: 'Canaries',
  about:
    'A secret of a drawn shape (signs, escapes, several lines, digits, 400 characters) in a place of a project, sent by `assay run` to a server that tells it again in a drawn way: as it is, in JSON, markup, percent-encoded, in capitals, in a broken document or an OAuth error. No word of it stands in standard output, in messages, or in a report of any format, escaped or in base64 neither.',
  async start() {
    const server = await startEchoes()
    const folder = await mkdtemp(join(tmpdir(), 'assay-canaries-'))
    return {
      once: (draw) => look(draw, server.url, folder),
      async close() {
        await server.close()
        await rm(folder, { recursive: true })
      },
    }
  },
}

/** The text of a report; of a folder that of all its files. */
async function textBelow(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return readFile(path, 'utf8')
  const texts = await Promise.all((await readdir(path)).map((name) => readFile(join(path, name), 'utf8')))
  return texts.join('\n')
}

async function look(draw: Draw, server: string, folder: string) {
  const [row, stepsAt] = draw.one(Object.entries(places))
  const canary = drawCanary(draw)
  // In letters of one case a secret is recognised up to 256 characters, as it was sent.
  const echo = draw.one(/^.{0,256}$/.test(canary.value) ? echoNames : echoNames.filter((name) => name !== 'capitals'))
  const url = `${server}/${echo}/${draw.one([200, 200, 400, 401, 500])}`
  const file = join(folder, 'canary.aprj')
  await writeFile(file, JSON.stringify(projectOf(stepsAt(url))))
  const pathOf = (kind: string): string => join(folder, kind)
  const summary = join(folder, 'summary.md')
  await rm(summary, { force: true })
  await rm(pathOf('allure'), { recursive: true, force: true })
  const host = createTestHost({ environment: { GITHUB_STEP_SUMMARY: summary } })
  const reports = kinds.flatMap((kind) => ['--reporter', kind === 'list' ? kind : `${kind}=${pathOf(kind)}`])
  const code = await main(['run', file, '--verbose', '--seed', '1', '--secret', `key=${canary.value}`, ...reports], host)
  const outputs = new Map([
    ['standard output', host.printed],
    ['messages', host.said],
  ])
  for (const kind of kinds) if (kind !== 'list') outputs.set(kind, await textBelow(pathOf(kind)))
  outputs.set('summary', await readFile(summary, 'utf8'))
  const found: string[] = []
  if (![0, 1, 3].includes(code)) found.push(`ended with ${code}: ${host.said.slice(0, 400)}`)
  for (const [output, text] of outputs)
    for (const word of wordsShown(text, canary)) {
      const at = text.toLowerCase().indexOf(word)
      found.push(
        `${output} shows ${word} of ${JSON.stringify(canary.value)} (${echo}): ${text.slice(Math.max(0, at - 80), at + 80)}`,
      )
    }
  return { row, count: outputs.size, found }
}
