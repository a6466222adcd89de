import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openFile, startCompanion } from './companion-server.ts'
import { expect, test } from './fixtures.ts'
import { inShell } from './launch-options.ts'

/** `assay mcp` as it was built, and the SDK's client of an agent. */
async function startAgent(path: string) {
  const client = new Client({ name: 'claude-code', version: '1' })
  const env = Object.fromEntries(Object.entries(inShell).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ['bin/assay.js', 'mcp', path], env }))
  const propose = async (changes: readonly object[], summary: string): Promise<string> => {
    const { content } = await client.callTool({ name: 'propose_changes', arguments: { summary, changes } })
    return (content as { text: string }[]).map(({ text }) => text).join('\n')
  }
  return { propose, close: () => client.close() }
}

const addCase = (name: string) => ({
  do: 'add_case',
  suite: 'Orders',
  name,
  steps: [
    { kind: 'send-request', from: 'POST /orders' },
    { kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 201 }] },
  ],
})

const rename = (to: string) => ({ do: 'rename', of: 'project', to })

test("[A9] an agent's proposal appears in the open page as a card, and is reviewed and applied there", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-agent-'))
  const path = join(folder, 'shop.aprj')
  const shop = JSON.parse(readFileSync('eval/projects/shop.aprj', 'utf8')) as { id: string }
  const text = JSON.stringify({ ...shop, id: `shop-${process.pid}` })
  writeFileSync(path, text)
  const companion = await startCompanion()
  const agent = await startAgent(path)
  try {
    const unseen = await agent.propose([addCase('Unseen order')], 'Adds Unseen order')
    expect(unseen).toContain('Not shown in the Assay page')
    await openFile(page, companion.origin, text)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto(await companion.shows(/http:\S+#companion=\S+/))
    await page.mouse.move(6, 6)
    await expect(page.getByRole('status', { name: 'Companion' })).toHaveText('connected')
    const tree = page.getByRole('tree', { name: 'Project tree' })

    // The page follows proposals a moment after it has connected.
    await expect(async () => {
      const shown = await agent.propose([addCase('Order by agent'), rename('Shop of an agent')], 'Adds Order by agent')
      expect(shown).toContain('Shown in the open Assay page')
    }).toPass()
    const next = await agent.propose([addCase('Second order')], 'Adds Second order')
    expect(next).toContain('another proposal is open there')

    const toast = page.getByRole('status').filter({ hasText: 'Proposal from Claude Code' })
    await toast.getByRole('button', { name: 'Review' }).click()
    const review = page.getByRole('region', { name: 'Review: Adds Order by agent' })
    await expect(review.getByRole('list', { name: 'Changes' })).toContainText('Order by agent')
    await expect(review.getByRole('heading', { name: 'Requests to be sent' })).toBeVisible()
    await expect(review.getByRole('figure').first()).toContainText('POST')
    const card = page.getByRole('region', { name: 'Proposal', exact: true })
    await expect(card).toContainText('From Claude Code')
    await expect(tree).not.toContainText('Order by agent')
    await card.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(tree).toContainText('Order by agent')
    expect(readFileSync(path, 'utf8')).toBe(text)

    // The file is as before: what the agent proposes on it doesn't fit what is open any more.
    const stale = await agent.propose([rename('Shop of another agent')], 'Renames the project')
    expect(stale).toContain('the project there differs from the file')
  } finally {
    await agent.close()
    companion.process.kill()
    rmSync(folder, { recursive: true })
  }
})
