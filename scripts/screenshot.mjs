// `node scripts/screenshot.mjs`: runs the sample of the built page in Chromium and saves the README's picture.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from './browser.mjs'

const target = 'docs/images/assay.png'
const port = 5427

const args = [resolve('bin/assay.js'), 'serve', '--demo', '--port', String(port)]
const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const [printed] = await once(server.stderr, 'data')
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(/http:\S+/.exec(String(printed))[0])
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Passed: 6 passed').first().waitFor()
  await page.getByRole('option', { name: /Get token/ }).click()
  await page.getByRole('button', { name: 'Results', exact: true }).click()
  await page.getByRole('treeitem', { name: /Get token/ }).waitFor()
  await page.getByRole('tab', { name: 'Exchange' }).click()
  for (const notice of await page.getByRole('button', { name: /^Dismiss/ }).all()) await notice.click()
  mkdirSync('docs/images', { recursive: true })
  await page.screenshot({ path: target })
  console.log(`Saved ${target}, ${Math.ceil(statSync(target).size / 1000)} kB.`)
} finally {
  await browser.close()
  server.kill()
}
