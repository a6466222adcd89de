import { createSignal } from 'solid-js'
import type { Workbox } from 'workbox-window'
import { usableLocks } from '#storage/web-locks.ts'
import { runWorkerUrls } from '#workers/run/run-worker-urls.ts'

/** The installed app: what the page may say about offline use and updates (P1). */
export interface Pwa {
  /** A newer version has been fetched and waits. */
  updateReady(): boolean
  /** Everything that is needed offline is on this machine. */
  offlineReady(): boolean
  /** Takes the newer version and reloads, once no tab of this origin runs a test any more (R24). */
  apply(): Promise<void>
  /** Marks a run, so that no update takes its worker away. */
  holdDuring(run: Promise<unknown>): void
}

const runLock = 'assay-run'

let reloading = false
let stayed = false
/** Reloads once: Chromium may never finish a reload that a second one follows at once. */
const reload = () => {
  if (reloading) return
  reloading = true
  // While the browser asks whether to leave what is not stored yet, no timer runs: this one ends only in a page that was stayed at.
  const leaving = (event: Event) => setTimeout(() => (stayed = event.defaultPrevented))
  addEventListener('beforeunload', leaving, { once: true })
  location.reload()
}

/**
 * Reloads once the worker that took over serves the page: a reload while it still activates may not be served by it.
 */
const reloadWhenActive = (worker: ServiceWorker | null) => {
  if (!worker || worker.state === 'activated') return reload()
  worker.addEventListener('statechange', reload, { once: true })
}

/**
 * How often, and after how many milliseconds, a newer version is asked again to take over: now and then Chromium takes the old
 * one for busy when it is asked, and then leaves it there for five minutes.
 */
const mostAsked = 10
const askAgainAfter = 1_000

const loaded = async () => {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

/** The first seconds belong to who reads and types: what is kept for offline use is fetched when nothing else is to be done. */
const settled = async () => {
  await loaded()
  await new Promise((resolve) => setTimeout(resolve, afterLoad))
}
const afterLoad = 1_500

const script = (name: string) => new URL(name, document.baseURI).href

/**
 * Registers for the run worker's direct address a service worker that handles no fetches, so that what tests send doesn't go
 * through the page's (docs/decisions/0006). Without it runs are only slower.
 */
async function registerDirect(Registrar: typeof Workbox, { serviceWorker }: Navigator) {
  const scope = runWorkerUrls.direct
  await new Registrar(script('sw-direct.js'), { scope }).register({ immediate: true })
  const outdated = (await serviceWorker.getRegistrations()).filter(
    (each) => each.scope.endsWith('?direct=') && each.scope !== scope,
  )
  await Promise.all(outdated.map((each) => each.unregister()))
}

/** Registers the service worker, in builds only, once the first screen is there. */
export function createPwa(): Pwa {
  const [updateReady, setUpdateReady] = createSignal(false)
  const [offlineReady, setOfflineReady] = createSignal(false)
  let activate = reload
  let applying = false

  async function register() {
    const { serviceWorker } = navigator
    const { controller } = serviceWorker
    // A page that it carries already hears of updates at once.
    if (controller) await loaded()
    else await settled()
    const { Workbox } = await import('workbox-window')
    const workbox = new Workbox(script('sw.js'))
    let controlled = controller !== null
    const taken = () => {
      if (applying) reloadWhenActive(serviceWorker.controller)
      // Another tab took the update: this page's parts are gone from the cache, so it is offered a reload too.
      else if (controlled) setUpdateReady(true)
      controlled = true
      setOfflineReady(true)
    }
    workbox.addEventListener('controlling', taken)
    workbox.addEventListener('waiting', () => setUpdateReady(true))
    workbox.addEventListener('activated', () => setOfflineReady(true))
    const registration = await workbox.register({ immediate: true })
    if (!registration) return
    registerDirect(Workbox, navigator).catch(() => undefined)
    // Workbox hears only of what happens once it has registered.
    if (serviceWorker.controller !== controller) taken()
    const watchInstalling = () =>
      registration.installing?.addEventListener('statechange', () => {
        if (registration.waiting && registration.active) setUpdateReady(true)
      })
    watchInstalling()
    // Nor does it listen on after the first update that another tab has found, which may fail to install.
    registration.addEventListener('updatefound', watchInstalling)
    if (registration.active) setOfflineReady(true)
    activate = () => {
      applying = true
      const ask = (times: number) => {
        if (times === 0) return reload()
        if (!registration.waiting) return reloadWhenActive(registration.active)
        workbox.messageSkipWaiting()
        setTimeout(() => ask(times - 1), askAgainAfter)
      }
      ask(mostAsked)
    }
  }

  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    register().catch((error: unknown) => {
      // Without it the page works all the same, only not offline; the storage status says so.
      setOfflineReady(false)
      reportError(error)
    })
  }

  return {
    updateReady,
    offlineReady,
    apply: async () => {
      if (stayed) reloading = stayed = false
      const locks = await usableLocks()
      if (locks) await locks.request(runLock, () => activate())
      else activate()
    },
    holdDuring: (run) => {
      void usableLocks().then((locks) => locks?.request(runLock, { mode: 'shared' }, () => run.catch(() => undefined)))
    },
  }
}
