import { render } from 'solid-js/web'
import { createProjectStore } from '#storage/project-store.ts'
import { createRunStore } from '#storage/run-store.ts'
import { StorageError } from '#storage/types.ts'
import { App } from '#ui/app/App.tsx'
import { createFileAccess } from '#ui/app/file-access.ts'
import { createPwa } from '#ui/app/pwa.ts'
import type { Demo, Services } from '#ui/app/services.ts'
import { createAprjClient } from '#workers/aprj-client.ts'
import { createRunClient } from '#workers/run-client.ts'
import { createTabLocks } from '#workers/tab-lock.ts'
import sampleUrl from '../examples/orders.aprj?url&no-inline'
import '#ui/app/tokens.css'
import '#ui/app/base.css'

/** The sample, if a demo provider and API are served beside the page (`demo.json`). */
async function demo(): Promise<Demo | undefined> {
  try {
    const found = await fetch(new URL('demo.json', document.baseURI))
    if (!found.ok || !found.headers.get('content-type')?.includes('json')) {
      await found.body?.cancel()
      return undefined
    }
    const { provider, api } = (await found.json()) as { provider: string; api: string }
    const sample = await fetch(sampleUrl)
    return { text: await sample.text(), provider, api }
  } catch {
    // Offline, or a static host without a demo: the start screen explains what the sample needs.
    return undefined
  }
}

async function start(root: HTMLElement): Promise<void> {
  const store = await createProjectStore()
  const runs = createRunStore()
  const client = createRunClient({ store, runs })
  const services: Services = {
    store,
    runs,
    client,
    files: createFileAccess(),
    locks: createTabLocks(),
    aprj: createAprjClient(),
    pwa: createPwa(),
    windows: client.windows,
    demo,
    redirectUri: client.redirectUri,
  }
  render(() => <App services={services} />, root)
}

const root = document.getElementById('root')
if (root) {
  start(root).catch((thrown: unknown) => {
    // R23: a newer Assay owns the storage. Anything else that keeps the page from starting is said the same way.
    root.textContent = thrown instanceof Error ? thrown.message : String(thrown)
    if (!(thrown instanceof StorageError)) throw thrown
  })
}
