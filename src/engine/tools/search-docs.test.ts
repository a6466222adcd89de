import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { callTool, emptyWorkingMemory, type ToolSession } from './index.ts'

const docs = new URL('../../../docs/', import.meta.url)
const pages = readdirSync(docs).flatMap((file) => /^([\w-]+)\.md$/.exec(file)?.[1] ?? [])
const session: ToolSession = {
  projects: [],
  memory: emptyWorkingMemory(),
  seed: 1,
  docs: async () => pages.map((name) => ({ name, text: readFileSync(new URL(`${name}.md`, docs), 'utf8') })),
}
const search = async (query: string, known = session) =>
  (await callTool('search_docs', { query }, known)).result as { kind: string; text: string }

it.each([
  ['client certificate', 'docs/sending.md#client-certificates'],
  ['mutual TLS host certificate', 'docs/'],
  ['how to import a Postman collection', 'docs/importing.md'],
  ['run in CI', 'docs/ci.md'],
  ['decision table', 'docs/test-design.md'],
  ['connect the companion', 'docs/companion.md'],
  ['k6 load test', 'docs/load.md'],
])('[A1] finds the section of the help about "%s", with its link', async (query, link) => {
  const { kind, text } = await search(query)
  expect(kind).toBe('data')
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(4_000)
  expect(/docs\/[\w-]+\.md[^:\s]*/.exec(text)?.[0]).toContain(link)
})

it('[A1] lists all pages if none matches, and says if there are no pages', async () => {
  expect((await search('xylophone')).text).toContain('docs/ci.md: ')
  const { docs: _, ...withoutDocs } = session
  expect(await search('certificate', withoutDocs)).toMatchObject({ kind: 'problems' })
})
