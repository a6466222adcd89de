import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testAuthority } from '../../../e2e/faults/server.ts'
import { commandHelp } from '../help-texts.ts'
import { main } from '../main.ts'
import { splitCommand } from '../options/split-command.ts'
import { createTestHost } from '../testing/test-host.ts'

const page = readFileSync(new URL('../../../docs/ci.md', import.meta.url), 'utf8')
const before = page.slice(0, page.indexOf('## GitHub Actions'))
/** The runs of the page up to the files for CI, with the variables before them. */
const runs = [...before.matchAll(/^(?:(ASSAY_\S+)=(\S+) )?npx assay run (.+)$/gm)].map(
  ([, name, value, rest = '']) => ({ rest, environment: name ? { [name]: value ?? '' } : {} }) as const,
)

const folder = mkdtempSync(join(tmpdir(), 'assay-ci-docs-'))
const server = createServer((_, response) => response.end('{}'))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const one = (id: string, tags: string[]): object => ({
    id,
    name: id,
    tags,
    steps: [{ id: `r-${id}`, kind: 'send-request', name: 'Get', url: '${baseUrl}/${key}/${user}' }],
  })
  const project = {
    format: 'aprj',
    version: 1,
    id: 'p',
    name: 'Orders',
    environments: [
      {
        id: 'e',
        name: 'CI',
        variables: [
          { name: 'baseUrl', value: baseUrl },
          { name: 'key', value: { secret: 'get-token/client-secret' } },
        ],
      },
      { id: 'l', name: 'Local' },
    ],
    variables: [{ name: 'user', value: 'nobody' }],
    suites: [{ id: 's', name: 'S', cases: [one('a', ['smoke']), one('b', ['slow'])] }],
  }
  mkdirSync(join(folder, 'tests'))
  writeFileSync(join(folder, 'tests/orders.aprj'), JSON.stringify(project))
  writeFileSync(join(folder, 'users.csv'), 'user\nann\nbob\n')
  writeFileSync(join(folder, 'ca.pem'), testAuthority)
  writeFileSync(
    join(folder, 'ci.env'),
    /```properties\n([^`]*)```/
      .exec(page)?.[1]
      ?.replace('https://test.example', baseUrl)
      .replace(/^HTTPS_PROXY.*\n/m, '') ?? '',
  )
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** Paths of the page, in the folder of the test; programs that are not here are those of this machine. */
function here(word: string): string {
  if (/^(?:tests\/|users\.csv|ca\.pem|ci\.env)/.test(word)) return join(folder, word)
  if (/^[a-z]+=reports\//.test(word)) return word.replace('reports/', `${folder}/reports/`)
  return word.replace(/^op read/, `"${process.execPath}" -p "'hunter'+'22'"`).replace('vault kv get -field=value', 'echo')
}

describe('[P5] docs/ci.md', () => {
  it.each(runs)('assay run $rest', async ({ rest, environment }) => {
    const hasSecret = /--secret-command|--env-file/.test(rest)
    const host = createTestHost({ environment: hasSecret ? {} : { ASSAY_SECRET_GET_TOKEN_CLIENT_SECRET: 'hunter22' } })
    const words = (splitCommand(rest) ?? []).map(here)
    const given = Object.keys(environment).length === 0 ? {} : { ASSAY_VAR_user: 'carl' }
    expect(Object.keys(environment).every((name) => name === 'ASSAY_VAR_baseUrl')).toBe(true)
    const code = await main(['run', ...words], { ...host, environment: { ...host.environment, ...given } })
    expect([host.said.replaceAll(/^[<>].*\n|^\n/gm, ''), code]).toEqual(['', 0])
    expect(host.said + host.printed).not.toContain('hunter22')
  })

  it('has an example of each option for CI, and a line for each reporter', () => {
    const known = [...commandHelp.run.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option)
    const forCi = known.filter((option = '') =>
      /exclude-tag|list|env-file|secret-command|data|iterations|delay|cacert|verbose|workers|bail|tag/.test(option),
    )
    expect(forCi.length).toBeGreaterThanOrEqual(12)
    for (const option of forCi) expect(page).toContain(`${option}`)
    const reporters = /--reporter KIND\[=PATH\] (.*?);/.exec(commandHelp.run)?.[1]?.split(/, | or /) ?? []
    expect(reporters.length).toBeGreaterThan(9)
    for (const reporter of reporters) expect(page).toContain(`| \`${reporter}\` |`)
  })
})
