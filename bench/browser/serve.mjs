import { fork, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Flags of a browser that does nothing of its own accord. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The small JSON server that both sides of a ratio ask. */
export async function startServer() {
  const server = fork(here('server.mjs'))
  const port = await new Promise((resolve) => server.once('message', resolve))
  return { server, url: `http://127.0.0.1:${port}` }
}

/** The built app, as `assay serve` serves it. */
export async function serveApp(...options) {
  const port = 30_000 + Math.floor(Math.random() * 20_000)
  const app = spawn(process.execPath, [here('../../bin/assay.js'), 'serve', '--port', String(port), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise((resolve, reject) => {
    for (const stream of [app.stdout, app.stderr]) {
      stream.on('data', (chunk) => String(chunk).includes(`127.0.0.1:${port}`) && resolve())
    }
    app.once('exit', (code) => reject(new Error(`assay serve ended with ${code}`)))
  })
  return { app, url: `http://127.0.0.1:${port}/` }
}

/** The upload of a browser without the File System Access API, which a program can drive. */
export async function openProject(page, name, text) {
  await page.getByRole('button', { name: 'Project menu' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Open .aprj…' }).click(),
  ])
  const start = performance.now()
  await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await page.getByRole('tree', { name: 'Project tree' }).getByRole('treeitem').first().waitFor()
  return performance.now() - start
}

/** Takes the File System Access API away, so that {@link openProject} can drive the page. */
export const withoutPickers = () => {
  delete window.showOpenFilePicker
  delete window.showSaveFilePicker
}
