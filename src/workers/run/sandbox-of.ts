import { createSandbox, type Sandbox } from '#sandbox/index.ts'
import { createMemoryStore } from '#sandbox/store.ts'
import { createSandboxStore } from '#storage/sandbox-store.ts'

const now = () => Date.now() / 1000

/** The sandbox of this browser; where nothing can be kept, of this worker or window alone. */
export async function sandboxOf(app: string): Promise<Sandbox> {
  const store = createSandboxStore(now)
  const kept = await store.get('key').then(
    () => true,
    () => false,
  )
  return createSandbox({ app, store: kept ? store : createMemoryStore(now), now })
}
