// `node bench/relay/large.mjs up` (or `down`): a body of 100 MB from the page through the companion, beside undici alone, in turns; and what it takes in memory.
import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { openAsBlob } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { request } from 'undici'
import { findBrowser } from '../../scripts/browser.mjs'
import { browserFlags, openProject, serveApp, withoutPickers } from '../browser/serve.mjs'

const kind = process.argv[2] ?? 'up'
// Of an answer 50 MB are kept.
const size = Number(process.env.SIZE ?? (kind === 'up' ? 100_000_000 : 49_000_000))
const rounds = Number(process.env.ROUNDS ?? 3)

const statusOf = (pid) => readFileSync(`/proc/${pid}/status`, 'utf8')
const megabytes = (pid, field) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(statusOf(pid))?.[1] ?? 0) / 1024)
/** Seconds of processor that a process has used. */
const cpuOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task/${pid}`).includes('children')
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .flatMap((child) => [Number(child), ...childrenOf(child)])
    : []
const resetPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

const server = fork(fileURLToPath(new URL('sink.mjs', import.meta.url)))
const told = (kind) =>
  new Promise((resolve) => {
    const hear = (message) => {
      if (kind !== undefined && message[kind] === undefined) return
      server.off('message', hear)
      resolve(kind === undefined ? message : message[kind])
    }
    server.on('message', hear)
  })
const port = await told()
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
const file = join(folder, 'large.bin')
writeFileSync(file, Buffer.alloc(size, 'y'))
const step = (id, more) => ({ id, kind: 'send-request', name: id, via: 'companion', timeout: 300, ...more })
const cases = {
  up: {
    id: 'up',
    name: 'Up',
    steps: [
      step('Send it', {
        method: 'POST',
        url: '${base}/up',
        body: { type: 'file', file: 'large.bin', mediaType: 'application/octet-stream' },
      }),
    ],
  },
  down: { id: 'down', name: 'Down', steps: [step('Get it', { url: '${base}/down?size=' + size })] },
}
const project = {
  format: 'aprj',
  version: 1,
  id: 'large',
  name: 'large',
  environments: [{ id: 'e', name: 'E', variables: [{ name: 'base', value: `http://127.0.0.1:${port}` }] }],
  suites: [
    {
      id: 's',
      name: 'Suite',
      cases: [cases[kind]],
    },
  ],
}
const { app, pairing } = await serveApp()
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(withoutPickers)
  await page.goto(pairing)
  await openProject(page, 'large', JSON.stringify(project))
  await page.getByRole('button', { name: 'Allow' }).click()
  if (kind === 'up') {
    await page.getByRole('treeitem', { name: /^Up/ }).first().click()
    await page.getByRole('option', { name: /^1 Send it/ }).click()
    const editor = page.getByRole('region', { name: 'Step editor' })
    await editor.getByRole('tab', { name: 'Body' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      editor.getByRole('button', { name: 'Choose file…' }).click(),
    ])
    await chooser.setFiles(file)
    await page
      .getByText(/as chosen here on/)
      .first()
      .waitFor({ timeout: 60_000 })
  }
  const pids = [process.pid, ...childrenOf(process.pid)].filter(
    (pid) => pid !== process.pid && pid !== server.pid && pid !== app.pid,
  )
  const cpu = () => pids.filter(alive).reduce((sum, pid) => sum + cpuOf(pid), 0)
  const alive = (pid) => {
    try {
      statusOf(pid)
      return true
    } catch {
      return false
    }
  }
  console.log(
    'MB/s of undici | through the companion | ratio | s of processor: companion, browser | peak MB: companion (rise), largest renderer (rise)',
  )
  for (let round = 0; round < rounds; round++) {
    {
      const alone = told(kind)
      const { body } = await request(
        `http://127.0.0.1:${port}/${kind}?size=${size}`,
        kind === 'up'
          ? { method: 'POST', body: (await openAsBlob(file)).stream(), headers: { 'content-length': String(size) } }
          : {},
      )
      for await (const part of body) void part
      const bare = await alone
      const before = [cpuOf(app.pid), cpu()]
      const mine = pids.filter(alive)
      for (const pid of [app.pid, ...mine]) resetPeak(pid)
      const rss = new Map([app.pid, ...mine].map((pid) => [pid, megabytes(pid, 'VmRSS')]))
      const through = told(kind)
      await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click()
      const time = await through
      await page.waitForTimeout(1500)
      const rises = mine.filter(alive).map((pid) => [megabytes(pid, 'VmHWM') - (rss.get(pid) ?? 0), megabytes(pid, 'VmHWM')])
      const [rise, peak] = rises.toSorted((a, b) => b[0] - a[0])[0]
      const rate = (ms) => (size / 1000 / ms).toFixed(0)
      console.log(
        kind.padEnd(4),
        [
          rate(bare),
          rate(time),
          (bare / time).toFixed(2),
          (cpuOf(app.pid) - before[0]).toFixed(2),
          (cpu() - before[1]).toFixed(2),
          `${megabytes(app.pid, 'VmHWM')} (${megabytes(app.pid, 'VmHWM') - rss.get(app.pid)})`,
          `${peak} (${rise})`,
        ].join(' | '),
      )
    }
  }
} finally {
  await browser.close()
  app.kill()
  server.kill()
  rmSync(folder, { recursive: true })
}
