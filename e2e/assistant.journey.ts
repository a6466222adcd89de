import { findings } from './axe.ts'
import { expect, test, type Demo } from './fixtures.ts'
import { tinyGguf } from './tiny-gguf.ts'
import type { Page } from '@playwright/test'

const open = async (page: Page, demo: Demo) => {
  await page.goto(demo.app)
  await expect(page.getByRole('treeitem', { name: /^Orders API/ })).toBeVisible()
  await page.keyboard.press('Control+i')
  const pane = page.getByRole('complementary', { name: 'Assistant' })
  await expect(pane.getByRole('textbox', { name: 'Message' })).toBeFocused()
  return pane
}

const lifeCycle = 'Create an order, then delete it and check that it is gone'

test('[A2] a model is asked only after it was chosen: llama.cpp decodes in this browser, and a server is tested', async ({
  page,
  demo,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  page.context().on('request', (request) => fetched.push(request.url()))
  const pane = await open(page, demo)
  await pane.getByRole('textbox', { name: 'Message' }).fill(lifeCycle)
  await pane.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(pane.getByRole('region', { name: 'Proposal' })).toBeVisible()
  expect(fetched.filter((url) => /models\/|web-llm|wllama/.test(url))).toEqual([])

  await pane.getByRole('button', { name: 'Assistant settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('radio', { name: /without WebGPU/ }).check()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    settings.getByRole('button', { name: 'Choose GGUF file…' }).click(),
  ])
  await chooser.setFiles({ name: 'tiny.gguf', mimeType: 'application/octet-stream', buffer: Buffer.from(tinyGguf()) })
  await expect(settings.getByText('tiny.gguf is kept in this browser', { exact: false })).toBeVisible()
  await settings.getByRole('button', { name: 'Test' }).click()
  await expect(settings.getByText(/^It answered in/)).toBeVisible({ timeout: 60_000 })

  await settings.getByRole('radio', { name: /Remote or local server/ }).check()
  await settings.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/v1')
  await settings.getByRole('textbox', { name: 'Model' }).fill('small')
  await settings.getByRole('button', { name: 'Test' }).click()
  await expect(settings.getByText(/OLLAMA_ORIGINS/).last()).toBeVisible()
  await settings.getByLabel('Key', { exact: true }).fill('sk-test-0123456789')
  await settings.getByRole('button', { name: 'Keep key' }).click()
  await expect(settings.getByText('A key for http://127.0.0.1:9 is kept in the vault.', { exact: false })).toBeVisible()
  expect(await findings(page)).toEqual([])
})
