import { render } from 'solid-js/web'
import { sandboxAt } from '#sandbox/addresses.ts'
import { createProjectStore } from '#storage/project-store.ts'
import { createRunStore } from '#storage/run-store.ts'
import { StorageError, type ProjectStore } from '#storage/types.ts'
import { createVaultRecords } from '#storage/vault-records.ts'
import { App } from '#ui/app/layout/App.tsx'
import { createFileAccess } from '#ui/page/browser-files.ts'
import { firstLook, firstUse } from '#ui/page/first-use.ts'
import { createPwa } from '#ui/page/pwa.ts'
import type { Demo, Services } from '#ui/page/services.ts'
import { createAprjClient } from '#workers/aprj-client.ts'
import { createCopyClient } from '#workers/copy-client.ts'
import { createRunClient } from '#workers/run-client.ts'
import { createTabLocks } from '#storage/tab-lock.ts'
import '#ui/app/theme/fonts.css'
import '#ui/app/theme/tokens.css'
import '#ui/app/theme/base.css'

const sample = async () => (await import('../examples/orders.aprj?project')).default

/** The sample against the sandbox that the app serves to itself (X1). */
const sandbox = async (): Promise<Demo> => ({ project: await sample(), ...sandboxAt(document.baseURI) })

/** The sample, if a demo provider and API are served next to the page: `demo.json` names them, and as built it is empty. */
async function demo(): Promise<Demo | undefined> {
  try {
    const found = await fetch(new URL('demo.json', document.baseURI))
    if (!found.ok || !found.headers.get('content-type')?.includes('json')) {
      await found.body?.cancel()
      return undefined
    }
    const { provider, api } = (await found.json()) as Partial<Demo>
    if (!provider || !api) return undefined
    return { project: await sample(), provider, api }
  } catch {
    // Offline, or a host that answers anything: the sandbox is always there.
    return undefined
  }
}

/** The store as the run worker's client hears of it: from the first use of the page on, so that its worker starts no earlier. */
const fromFirstUse = (store: ProjectStore): ProjectStore => ({
  ...store,
  subscribe: (listener) => store.subscribe((notice) => void firstUse.then(() => listener(notice))),
})

/**
 * The code of the URL by which a companion connects the browser that opens it; it leaves the URL at once. `before`: the part
 * behind `#` of what the page goes on to show.
 */
function pairingCode(before = ''): string | undefined {
  const code = /^#companion=(.+)/.exec(location.hash)?.[1]
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search + before)
  return code
}

async function pair(client: Services['client'], code: string | undefined): Promise<void> {
  if (code !== undefined) await (await import('#ui/app/companion/pair-from-address.ts')).pairFromAddress(client, code)
}

/** Lets the browser paint and hear what was pressed, between pieces of work of which each is short. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

async function start(root: HTMLElement): Promise<void> {
  const code = pairingCode()
  const copies = createCopyClient(firstLook)
  const store = await createProjectStore({}, copies)
  await pause()
  const runs = createRunStore()
  const client = createRunClient({ store: fromFirstUse(store), runs })
  const services: Services = {
    store,
    copies,
    runs,
    vault: createVaultRecords(),
    client,
    files: createFileAccess(),
    locks: createTabLocks(),
    aprj: createAprjClient(),
    pwa: createPwa(),
    windows: client.windows,
    demo,
    sandbox,
    redirectUri: client.redirectUri,
  }
  await pause()
  // What index.html shows stands until the bar is drawn, and until it is known what to open.
  const shell = { bar: root.querySelector('header'), page: [...(root.querySelector('main')?.childNodes ?? [])] }
  root.replaceChildren()
  render(() => <App services={services} shell={shell} />, root)
  addEventListener('hashchange', ({ oldURL }) => void pair(client, pairingCode(new URL(oldURL).hash)))
  await pair(client, code)
}

const root = document.getElementById('root')
// In a frame nothing runs: what is clicked there may be what another page wants (clickjacking).
if (root && window.top !== window.self)
  void import('./pages/framed.ts').then(({ refuseFrame }) => refuseFrame(root.querySelector('main') ?? root))
else if (root) {
  start(root).catch((thrown: unknown) => {
    // R23: a newer Assay owns the storage. Anything else that keeps the page from starting is said the same way.
    root.textContent = thrown instanceof Error ? thrown.message : String(thrown)
    if (!(thrown instanceof StorageError)) throw thrown
  })
}
