import { createEffect, createSignal, on } from 'solid-js'
import type { ProjectContext } from '../../project/project-context.ts'
import { firstLook, firstUse } from '../../page/first-use.ts'
import { rememberUse } from '../../page/remember-use.ts'
import { setRecovery } from '../notices/recovery.ts'

/** How long the start waits for what comes back, in milliseconds; what comes later is shown when it is there. */
const longestCheck = 20_000

const [looking, setLooking] = createSignal(true)

/** Still finding out what to open. */
export { looking }

/**
 * Opens what the URL names; without that the project that was open last in this tab, or in any, and on the very first start
 * the sample if one is served here. Follows the URL from then on. The start screen is there before it is needed.
 */
export function startPage(context: ProjectContext, loadStartScreen: () => Promise<unknown>): void {
  const { workspace, router, services } = context
  const openSample = async () => {
    if (await services.demo()) await (await import('./sample.ts')).openSample(context)
  }
  const begin = async () => {
    await workspace.refresh()
    const gone = await services.copies.misses(workspace.projects())
    if (gone) await Promise.race([bringBack(context), new Promise((resolve) => setTimeout(resolve, longestCheck))])
    const wanted = router.route().project
    const open = async () => {
      const latest = workspace.projects().find(({ localId }) => localId === openInTab()) ?? workspace.projects()[0]
      if (wanted) await workspace.open(wanted)
      else if (latest) await openLatest(latest.localId)
      // The sample never stands for projects that were there.
      else if (!gone && !(await services.store.setting<boolean>('started').catch(() => undefined))) await openSample()
    }
    await open()
    if (workspace.phase() === 'missing' && !gone && services.store.lasting) {
      // Its record is there, and what it is made of is not.
      await bringBack(context)
      await open()
    } else if (!gone && services.store.lasting) void firstLook.then(() => bringBack(context))
    await services.store.putSetting('started', true).catch(() => undefined)
    if (workspace.phase() !== 'open') await loadStartScreen().catch(() => undefined)
    setLooking(false)
    rememberUse()
    void navigator.storage?.persist?.()
  }
  const openLatest = async (localId: string) => {
    if (!(await workspace.open(localId))) return
    router.go({ project: localId }, true)
  }
  void begin().catch((thrown: unknown) => {
    setLooking(false)
    throw thrown
  })
  void fetchLater(context)
  openLaunched(context)
  holdUpdates(context)
  createEffect(on(workspace.localId, (localId) => localId && rememberInTab(localId), { defer: true }))
  createEffect(
    on(
      () => router.route().project,
      (project) => {
        if (project && project !== workspace.localId()) void workspace.open(project)
      },
      { defer: true },
    ),
  )
}

const tabKey = 'assay-project'

/** The project that was open last in this tab. */
function openInTab(): string | undefined {
  try {
    return sessionStorage.getItem(tabKey) ?? undefined
  } catch {
    return undefined
  }
}

function rememberInTab(localId: string): void {
  try {
    sessionStorage.setItem(tabKey, localId)
  } catch {
    // Without it `/` opens the project that was open last in any tab.
  }
}

/**
 * Compares what is stored with the copies outside IndexedDB, and restores what is missing. The open project is read again if
 * that was older than its copy.
 */
async function bringBack({ workspace, services }: ProjectContext): Promise<void> {
  const { store, copies } = services
  // Without a database the projects are shown from their copies, in memory.
  const found = await (store.lasting
    ? copies.check()
    : copies.readCopies(({ localId, project }) => store.restore(localId, project)))
  if (!found || found.restored.length + found.lost.length === 0) return
  setRecovery(found)
  await workspace.refresh()
  const open = workspace.localId()
  if (!open || !found.restored.some(({ localId }) => localId === open) || workspace.unwritten().length > 0) return
  workspace.close()
  await workspace.open(open)
}

/** A file on which the installed app was started. */
function openLaunched(context: ProjectContext): void {
  const queue = (window as { launchQueue?: LaunchQueue }).launchQueue
  queue?.setConsumer(async ({ files: [handle] }) => {
    if (handle) await context.files.openFile(await context.services.files.read(await handle.getFile(), handle))
  })
}

interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => Promise<void>): void
}

/** No update takes the worker of a run away (R24). */
function holdUpdates({ session, services }: ProjectContext): void {
  let ended: (() => void) | undefined
  createEffect(
    on(session.running, (running) => {
      ended?.()
      ended = undefined
      if (running) services.pwa.holdDuring(new Promise<void>((resolve) => (ended = resolve)))
    }),
  )
}

/** What will soon be needed is fetched when someone starts to use the page. */
async function fetchLater({ workspace, vault }: ProjectContext): Promise<void> {
  await firstUse
  // The first key may be the one that opens it, and what is typed next is meant for it.
  await import('../commands/Palette.tsx')
  // The worker starts with this: a run can then start at once.
  if (workspace.phase() === 'open') void vault.refresh()
  void import('../layout/WiredRunPanel.tsx')
}
