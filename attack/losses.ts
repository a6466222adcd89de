import type { Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { damageStorage, removeStorage, type StoragePart } from '../e2e/damaged-profile.ts'
import type { KillableBrowser } from '../e2e/killed-browser.ts'
import { dropProject, readStorage, requestsProject, type FoundProject, type FoundStorage } from '../e2e/stored-projects.ts'
import type { Attack, Try } from './attack.ts'
import type { Draw } from './draw.ts'

/** What must be there after a kill: what the page had said to be saved. */
interface Expected {
  cases: number
  /** What was typed and saved; more may be there. */
  url: string
  /** Milliseconds since 1970 of the last word that it is saved. */
  savedAt: number
}

/** Milliseconds of typing that may be lost (R19), and that a busy machine takes for its message. */
const mostLost = 250 + 250
/** Projects of a profile; then another one is begun. */
const mostProjects = 40
/** Milliseconds that the next start gets to bring back what is missing. */
const patience = 15_000

/** How storage is damaged between a kill and the next start. Only what is lost with all three parts is gone. */
const damages: readonly (readonly StoragePart[])[] = [
  ['IndexedDB'],
  ['IndexedDB'],
  ['the private files'],
  ['localStorage'],
  ['IndexedDB', 'localStorage'],
  ['the private files', 'localStorage'],
]

async function damage(profile: string, draw: Draw): Promise<string> {
  const parts = draw.one(damages)
  const how = draw.one(['remove', 'truncate', 'overwrite', 'delete'] as const)
  for (const part of parts) {
    if (how === 'remove') await removeStorage(profile, part)
    else await damageStorage(profile, part, how, draw.below)
  }
  return `, then ${how} ${parts.join(' and ')}`
}

const urlField = (page: Page) => page.getByRole('textbox', { name: 'URL', exact: true })

/** Types into the URL of the first step, letter by letter, until the browser is killed. */
async function type(page: Page, saved: (url: string) => void): Promise<void> {
  const field = await urlField(page).elementHandle()
  await page.exposeFunction('savedUrl', saved).catch(() => undefined)
  await field?.evaluate((element) => {
    const input = element as HTMLInputElement
    const status = () => document.querySelector('.save-status [role=status]')?.textContent ?? ''
    const tell = Reflect.get(globalThis, 'savedUrl') as (url: string) => void
    let letters = 0
    let told = ''
    const look = () => {
      if (!status().startsWith('Saved') || told === input.value) return
      told = input.value
      tell(told)
    }
    const press = () => {
      input.value += String.fromCharCode(97 + (letters++ % 26))
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      setTimeout(press, 20 + Math.random() * 60)
    }
    setInterval(look, 5)
    press()
  })
}

/** The copies that there are, for what has to be explained: the beginning of each and its size. */
const copiesIn = (page: Page): Promise<string> =>
  page
    .evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('assay-copies')
      const found: string[] = []
      for await (const [name, handle] of folder.entries()) {
        const text = await (await (handle as FileSystemFileHandle).getFile()).text()
        found.push(`${/"name":"(Project \d+)"/.exec(text)?.[1] ?? name} ${text.length}`)
      }
      return found.join(', ')
    })
    .catch(String)

const titleOf = (name: string) => `${name} · Assay`

async function begin() {
  const { startKillable } = await import('../e2e/killed-browser.ts')
  const { serveDemo } = await import('../e2e/worker.ts')
  const { pageBrowser } = await import('../e2e/launch-options.ts')
  const { demo, process: server } = await serveDemo()

  let profile: string | undefined
  let browser: KillableBrowser | undefined
  let expected = new Map<string, Expected>()
  let names = 0

  const open = async (): Promise<Page> => {
    profile ??= await mkdtemp(join(tmpdir(), 'assay-losses-'))
    browser = await startKillable(profile, pageBrowser)
    const { page } = browser
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setBlockedURLs', { urls: ['*/assets/monaco/*'] })
    await page.goto(demo.app)
    await page
      .getByRole('tree', { name: 'Project tree' })
      .or(page.getByRole('button', { name: 'New project' }))
      .first()
      .waitFor()
    // Use the page once, so that what loads late is loaded now.
    await page.mouse.move(200, 300)
    return page
  }
  const reset = async () => {
    await browser?.kill()
    if (profile !== undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    browser = profile = undefined
    expected = new Map()
  }
  const importOne = async (page: Page, cases: number): Promise<string> => {
    const name = `Project ${(names += 1)}`
    await dropProject(page, requestsProject(name, cases))
    return name
  }
  const imported = (page: Page, name: string) =>
    page.waitForFunction((title) => document.title === title, titleOf(name), { polling: 10, timeout: patience })
  const ready = async (): Promise<Page> => {
    if (expected.size > mostProjects) await reset()
    const page = browser?.page ?? (await open())
    if (expected.size > 0) return page
    for (const cases of [1, 20, 300]) {
      const name = await importOne(page, cases)
      await imported(page, name)
      expected.set(name, { cases, url: 'http://127.0.0.1/', savedAt: Date.now() })
    }
    return page
  }

  const edit = async (page: Page, draw: Draw) => {
    const { projects } = await readStorage(page)
    const one = draw.one(projects.filter(({ name }) => expected.has(name)))
    await page.evaluate((hash) => (location.hash = hash), `#/p/${one.localId}/c/c0/s/r0`)
    await page.waitForFunction((title) => document.title === title, titleOf(one.name))
    await urlField(page).waitFor()
    await type(page, (url) => {
      expected.set(one.name, { cases: one.named, url, savedAt: Date.now() })
    })
    await sleep(draw.below(1_000))
  }
  /** Kills at a moment of an import that is drawn; `after` says whether it had ended. */
  const killInImport = async (page: Page, draw: Draw) => {
    const cases = draw.one([20, 300, 1_500])
    const name = await importOne(page, cases)
    const done = imported(page, name).then(
      () => expected.set(name, { cases, url: 'http://127.0.0.1/', savedAt: Date.now() }),
      () => undefined,
    )
    await Promise.race([sleep(draw.below(100 + cases)), done.then(() => sleep(draw.below(200)))])
    await browser?.kill()
    await done
  }

  /** Saved work that is missing without a notice. */
  const missing = ({ projects, recovery, leftBehind }: FoundStorage): { gone: string[]; restored: boolean } => {
    const restored = new Map(recovery?.restored.map((one) => [one.name, one]))
    const lost = new Map(recovery?.lost.map((one) => [one.name, one]))
    const gone: string[] = []
    const found = new Map<string, FoundProject>(projects.map((one) => [one.name, one]))
    for (const [name, { cases, url, savedAt }] of expected) {
      const one = found.get(name)
      if (!one) gone.push(`${name} is gone${lost.has(name) ? ', which is said' : ''}`)
      else if (one.named !== cases || one.cases !== cases) gone.push(`${name} has ${one.cases} of ${cases} cases`)
      else if (!one.url.startsWith(url)) {
        const at = restored.get(name)?.at
        if (at === undefined || savedAt - at > mostLost)
          gone.push(`${name} has ${one.url}, not ${url}, as of ${at ?? 'never'}, saved ${savedAt}`)
      }
    }
    for (const { name, named, cases } of projects) if (named !== cases) gone.push(`${name} has ${cases} of ${named} cases`)
    if (leftBehind > 0) gone.push(`${leftBehind} heads of an import are left`)
    return { gone, restored: restored.size > 0 }
  }
  const judge = async (page: Page): Promise<{ gone: string[]; restored: boolean }> => {
    const end = performance.now() + patience
    for (;;) {
      const last = await readStorage(page).then(missing, (error: Error) => ({ gone: [error.message], restored: false }))
      if (last.gone.length === 0 || performance.now() > end) return last
      await sleep(100)
    }
  }
  /** What is in force from now on: the notice is read, and what was not saved may have been. */
  const settle = async (page: Page) => {
    const { projects } = await readStorage(page)
    for (const { name, cases, url } of projects)
      if (name.startsWith('Project ')) expected.set(name, { cases, url, savedAt: Date.now() })
    const close = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).first()
    await close.click({ timeout: 10_000 }).catch(() => undefined)
  }

  const once = async (draw: Draw): Promise<Try> => {
    const page = await ready()
    const importing = draw.below(3) === 0
    if (importing) await killInImport(page, draw)
    else await edit(page, draw)
    await browser?.kill()
    const damaged = profile !== undefined && draw.oneIn(8) ? await damage(profile, draw) : ''
    const next = await open()
    const { gone, restored } = await judge(next)
    const row = `in ${importing ? 'an import' : 'an edit'}${damaged === '' ? '' : ', storage damaged'}${restored ? ': restored' : ''}`
    if (gone.length > 0) {
      const kept = await copiesIn(next)
      for (const [at, one] of gone.entries()) gone[at] = `${one}; copies: ${kept}`
      await reset()
    } else if (restored) await settle(next)
    else
      for (const { name, cases, url } of (await readStorage(next)).projects)
        if (name.startsWith('Project ')) expected.set(name, { cases, url, savedAt: Date.now() })
    return { row, found: gone.map((one) => `${one}${damaged}`) }
  }
  return {
    once,
    async close() {
      await reset()
      server.kill()
    },
  }
}

/** Kills of the browser at random moments, with damage to what it left in some: nothing that was saved is lost unsaid. */
export const losses: Attack = {
  title: 'Lost storage',
  about:
    'The browser is killed during typing and during imports, sometimes with damaged storage. All saved work must be there, or be named, at the next start.',
  start: begin,
}
