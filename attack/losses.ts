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
/** Milliseconds for the next start to restore what is missing and to copy what was damaged. */
const patience = 15_000
const copyingAgain = 60_000
/** Milliseconds after a start in which the copying worker may not run yet: an edit may be missing in the copy, if the notice says so. */
const beginning = 5_000

/** How storage is damaged between a kill and the next start. Only what is lost with all three parts is gone. */
const damages: readonly (readonly StoragePart[])[] = [
  ['IndexedDB'],
  ['IndexedDB'],
  ['the private files'],
  ['localStorage'],
  ['IndexedDB', 'localStorage'],
  ['the private files', 'localStorage'],
]

/** Damage to the copies or to the ledger: both have to be made again before the next damage, for nothing is kept three times. */
const hitsCopies = (parts: readonly StoragePart[]): boolean => parts.some((part) => part !== 'IndexedDB')

async function damage(profile: string, parts: readonly StoragePart[], draw: Draw): Promise<{ how: string; lasts: boolean }> {
  const how = draw.one(['remove', 'truncate', 'overwrite', 'delete'] as const)
  for (const part of parts) {
    if (how === 'remove') await removeStorage(profile, part)
    else await damageStorage(profile, part, how, draw.below)
  }
  // Chromium goes on writing behind damage in its own log of the files: after the next kill it finds none of them again.
  return { how: `, then ${how} ${parts.join(' and ')}`, lasts: how !== 'remove' && parts.includes('the private files') }
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

/** The projects that have no complete copy, or no entry in the ledger, among those of these local ids. */
const notKept = (page: Page, localIds: string[]): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('assay-copies', { create: true })
    const sound = new Set<string>()
    for await (const [name, handle] of folder.entries()) {
      // One that is written meanwhile can't be read.
      const end = await (handle as FileSystemFileHandle)
        .getFile()
        .then((file) => file.slice(-4_000).text())
        .catch(() => '')
      if (/\nproject\t[^\n]*\nend\t[^\n]*\n$/.test(end)) sound.add(name.replace(/\.[01]$/, ''))
    }
    return wanted.filter((id) => !sound.has(id) || localStorage.getItem(`assay.project.${id}`) === null)
  }, localIds)

const titleOf = (name: string) => `${name} · Assay`

/** What a start after a kill shows. */
interface Judged {
  /** Saved work that is missing without a notice. */
  gone: string[]
  restored: boolean
  /** The browser can't open its database. */
  inMemory?: boolean
  /** What is gone in both places is named. */
  named?: boolean
}

async function begin() {
  const { startKillable } = await import('../e2e/killed-browser.ts')
  const { serveDemo } = await import('../e2e/worker.ts')
  const { pageBrowser } = await import('../e2e/launch-options.ts')
  const { demo, process: server } = await serveDemo()

  let profile: string | undefined
  let browser: KillableBrowser | undefined
  let expected = new Map<string, Expected>()
  let names = 0
  let openedAt = 0
  /** When the browser that was killed had been opened. */
  let previousStart = 0
  let mustCopyAgain = false
  /** Damage of an earlier try can take all copies at any kill: with the database lost too, projects can only be named. */
  let copiesUnsure = false

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
    openedAt = Date.now()
    return page
  }
  const reset = async () => {
    await browser?.kill()
    if (profile !== undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    browser = profile = undefined
    expected = new Map()
    mustCopyAgain = false
    copiesUnsure = false
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
  const missing = ({ projects, recovery, leftBehind }: FoundStorage): Judged => {
    let named = false
    const restored = new Map(recovery?.restored.map((one) => [one.name, one]))
    const lost = new Map(recovery?.lost.map((one) => [one.name, one]))
    const gone: string[] = []
    const found = new Map<string, FoundProject>(projects.map((one) => [one.name, one]))
    for (const [name, { cases, url, savedAt }] of expected) {
      const one = found.get(name)
      if (!one && copiesUnsure && lost.has(name)) named = true
      else if (!one) gone.push(`${name} is gone${lost.has(name) ? ', which is said' : ''}`)
      else if (one.named !== cases || one.cases !== cases) gone.push(`${name} has ${one.cases} of ${cases} cases`)
      else if (!one.url.startsWith(url)) {
        const { at, behind = false } = restored.get(name) ?? {}
        const isSaid = behind && savedAt < previousStart + beginning
        if (at === undefined || (savedAt - at > mostLost && !isSaid))
          gone.push(`${name} has ${one.url}, not ${url}, as of ${at ?? 'never'}, saved ${savedAt}`)
      }
    }
    for (const { name, named, cases } of projects) if (named !== cases) gone.push(`${name} has ${cases} of ${named} cases`)
    if (leftBehind > 0) gone.push(`${leftBehind} heads of an import are left`)
    return { gone, restored: restored.size > 0, named }
  }
  /** Where the browser can't open its database any more, the page has to show every project from its copy. */
  const missingInMemory = async (page: Page): Promise<string[]> => {
    const notices = await page.getByRole('region', { name: 'Notices' }).innerText()
    const isShown = (name: string) =>
      notices.includes(`${name}, as of `) || (copiesUnsure && notices.includes(`${name}, last edited`))
    const gone = [...expected.keys()].filter((name) => !isShown(name))
    const title = await page.title()
    // It may be a project whose import was about to end.
    if (!/^Project \d+ · Assay$/.test(title)) gone.push(`a project that is open (${title})`)
    return gone.map((name) => `${name} is not shown in memory`)
  }
  const judge = async (page: Page): Promise<Judged> => {
    const end = performance.now() + patience
    for (;;) {
      const last = await readStorage(page).then(missing, async (error: Error) => {
        if (!error.message.includes('backing store')) return { gone: [error.message], restored: false }
        return { gone: await missingInMemory(page), restored: true, inMemory: true }
      })
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

  /** What was not copied again in time after damage to the copies. */
  const copyAgain = async (page: Page): Promise<string[]> => {
    if (!mustCopyAgain) return []
    const end = performance.now() + copyingAgain
    for (;;) {
      const { projects } = await readStorage(page)
      const left = await notKept(
        page,
        projects.map(({ localId }) => localId),
      )
      mustCopyAgain = left.length > 0
      if (!mustCopyAgain || performance.now() > end)
        return left.map((id) => `${projects.find(({ localId }) => localId === id)?.name} is not copied again`)
      await sleep(100)
    }
  }

  const once = async (draw: Draw): Promise<Try> => {
    const page = await ready()
    const importing = draw.below(3) === 0
    const parts = draw.oneIn(8) ? draw.one(damages) : undefined
    const late = parts ? await copyAgain(page) : []
    if (importing) await killInImport(page, draw)
    else await edit(page, draw)
    await browser?.kill()
    previousStart = openedAt
    const done = profile !== undefined && parts ? await damage(profile, parts, draw) : undefined
    const damaged = done?.how ?? ''
    const next = await open()
    const { gone, restored, inMemory = false, named = false } = await judge(next)
    copiesUnsure ||= done?.lasts ?? false
    mustCopyAgain ||= parts !== undefined && hitsCopies(parts)
    const outcome = inMemory ? ': in memory' : named ? ': named' : restored ? ': restored' : ''
    const row = `in ${importing ? 'an import' : 'an edit'}${damaged === '' ? '' : ', storage damaged'}${outcome}`
    if (gone.length > 0) {
      const kept = await copiesIn(next)
      for (const [at, one] of gone.entries()) gone[at] = `${one}; copies: ${kept}`
    }
    // What the browser can't open stays so.
    if (gone.length > 0 || inMemory || named) await reset()
    else if (restored) await settle(next)
    else
      for (const { name, cases, url } of (await readStorage(next)).projects)
        if (name.startsWith('Project ')) expected.set(name, { cases, url, savedAt: Date.now() })
    return { row, found: [...late, ...gone].map((one) => `${one}${damaged}`) }
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
