import { fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** The built app, as `assay serve` serves it; `pairing` is the address that connects the browser that opens it. */
export async function serveApp(...options) {
  const port = 30_000 + Math.floor(Math.random() * 20_000)
  const app = spawn(process.execPath, [here('../../bin/assay.js'), 'serve', '--port', String(port), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = await new Promise((resolve, reject) => {
    for (const stream of [app.stdout, app.stderr]) {
      stream.on('data', (chunk) => String(chunk).includes(`127.0.0.1:${port}`) && resolve(String(chunk)))
    }
    app.once('exit', (code) => reject(new Error(`assay serve ended with ${code}`)))
  })
  return { app, url: `http://127.0.0.1:${port}/`, pairing: /http\S+#companion=\S+/.exec(printed)?.[0] }
}

/** Resolves in the frame in which the tree shows `name`. The page reports it: polling would be late. */
const inTree = (page, name) =>
  page.evaluate(
    (text) =>
      new Promise((resolve) => {
        const isThere = () => [...document.querySelectorAll('[role="treeitem"]')].some((item) => item.textContent?.includes(text))
        const observer = new MutationObserver(() => {
          if (!isThere()) return
          observer.disconnect()
          requestAnimationFrame(resolve)
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
    name,
  )

/** Opens the text of a project called `name` and tells how many ms it took, by the upload of a browser without the File System Access API. */
export async function openProject(page, name, text) {
  await page.getByRole('button', { name: 'Project menu' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Open .aprj…' }).click(),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const file = join(folder, `${name}.aprj`)
  // On the disk, as a user's: what a program hands over by value travels for longer than the page then works.
  writeFileSync(file, text)
  const shown = inTree(page, name)
  const start = performance.now()
  await chooser.setFiles(file)
  await shown
  const time = performance.now() - start
  rmSync(folder, { recursive: true })
  return time
}

/** Takes the File System Access API away, so that {@link openProject} can drive the page. */
export const withoutPickers = () => {
  delete window.showOpenFilePicker
  delete window.showSaveFilePicker
}
