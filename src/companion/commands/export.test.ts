import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-export-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function assay(...args: string[]) {
  const host = createTestHost({ environment: { ASSAY_SECRET_KEY: 'hunter22' } })
  return { code: await main(args, host), said: host.said, printed: host.printed }
}

const request = (id: string, name: string, path: string, more: object = {}) => ({
  id,
  kind: 'send-request',
  name,
  url: `\${baseUrl}${path}`,
  ...more,
})
const key = { headers: [{ name: 'X-Key', value: '${key}' }] }
const tenant = (value: string) => ({ variables: [{ name: 'tenant', value }] })
const project = join(folder, 'orders.aprj')
writeFileSync(
  project,
  JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'p',
    name: 'P',
    environments: ['Local', 'Test'].map((name) => ({
      id: name,
      name,
      variables: [
        { name: 'baseUrl', value: `https://${name.toLowerCase()}.test` },
        { name: 'key', value: { secret: 'key' } },
      ],
    })),
    suites: [
      {
        id: 's1',
        name: 'Orders',
        ...tenant('a'),
        // Its requests inherit it.
        ...key,
        cases: [
          {
            id: 'c1',
            name: 'Read',
            steps: [request('r1', 'List', '/orders/${tenant}'), request('r2', 'Off', '/', { disabled: true })],
          },
        ],
      },
      {
        id: 's2',
        name: 'Carts',
        ...tenant('b'),
        cases: [
          {
            id: 'c2',
            name: 'Make',
            steps: [request('r3', 'Create', '/carts', { method: 'POST', body: { type: 'json', text: '{"a":1}' } })],
          },
          { id: 'c3', name: 'Wait', steps: [{ id: 'w', kind: 'wait', name: 'W', seconds: 1 }] },
        ],
      },
    ],
  }),
)

describe('assay export', () => {
  it('[X7] a .http file of all requests that are on, with the values of one environment and without secrets', async () => {
    const { code, said, printed } = await assay('export', 'http', project, '--env', 'Test')
    expect(code).toBe(0)
    expect(printed).toContain('@baseUrl = https://test.test')
    expect(printed).toContain('# @key is a secret: enter it here')
    expect(printed).toContain('### List\nGET {{baseUrl}}/orders/{{tenant}}\nX-Key: {{key}}')
    expect(printed).toContain('### Create\nPOST {{baseUrl}}/carts\nContent-Type: application/json\n\n{"a":1}')
    expect(printed).not.toMatch(/hunter22|### Off/)
    expect(said).toContain('tenant')
  })

  it('[X7] cURL commands of what is selected, into a file', async () => {
    const file = join(folder, 'carts.sh')
    const { code, said, printed } = await assay('export', 'curl', project, '--suite', 'Carts', '-o', file)
    expect([code, said, printed]).toEqual([0, `${file}: 1 request.\n`, ''])
    const text = readFileSync(file, 'utf8')
    expect(text).toContain("# Create\ncurl '${baseUrl}/carts'")
    expect(text).not.toContain('List')
  })

  it('[X9] a Postman collection and its environments, and a list of what is not in them', async () => {
    const file = join(folder, 'orders.postman_collection.json')
    const { code, said, printed } = await assay('export', 'postman', project, '--suite', 'Orders', '-o', file)
    expect([code, printed]).toEqual([0, ''])
    expect(said).toContain(`${file}: 1 request.\n${join(folder, 'Local.postman_environment.json')}\n`)
    expect(said).toContain('Not exported:\n')
    expect(said).toContain('  Enter the value of "key" in Postman: secrets are never exported.\n    Local\n    Test\n')
    expect(readFileSync(file, 'utf8')).toContain('"raw": "{{baseUrl}}/orders/{{tenant}}"')
    expect(readFileSync(join(folder, 'Test.postman_environment.json'), 'utf8')).toContain('https://test.test')
    const alone = await assay('export', 'postman', project, '--env', 'Test')
    expect(JSON.parse(alone.printed)).toMatchObject({ info: { name: 'P' } })
    expect(alone.said).toContain('Add -o FILE to write these too: Test.postman_environment.json.')
    expect(alone.printed + alone.said).not.toContain('hunter22')
  })

  it("reports what can't be exported: exit 2, and no file", async () => {
    const refused = async (...args: string[]) => {
      const { code, said, printed } = await assay('export', ...args)
      expect([code, printed]).toEqual([2, ''])
      return said
    }
    expect(await refused('http', project)).toContain('Local, Test')
    expect(await refused(project)).toContain('assay export postman')
    expect(await refused('curl', project, '--case', 'Wait')).toContain(
      'Nothing was written: the selection has no enabled request.',
    )
    expect(await refused('curl', project, '--case', 'Nope')).toContain('Nope')
    expect(await refused('curl')).toContain('assay export --help')
  })
})

it('[X8] cURL commands keep cookies as long as the project does, and one .http file for several cases is told to keep them longer', async () => {
  const path = join(folder, 'cookies.aprj')
  const cases = ['c1', 'c2'].map((id) => ({
    id,
    name: `Case ${id}`,
    steps: [{ ...request(`r${id}`, 'Send', ''), url: 'https://x.test/' }],
  }))
  writeFileSync(
    path,
    JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', cookies: 'case', suites: [{ id: 's', name: 'S', cases }] }),
  )
  const command = '# Send\ncurl -X GET https://x.test/ \\\n  -L \\\n  -b cookies.txt -c cookies.txt'
  const start = (name: string) => `# Start ${name} without cookies\nrm -f cookies.txt`
  const { printed } = await assay('export', 'curl', path)
  expect(printed).toBe(`${[start('Case c1'), command, start('Case c2'), command].join('\n\n')}\n`)
  expect((await assay('export', 'http', path)).said).toContain('Export one case at a time')
})
