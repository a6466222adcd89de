import { createBrowserHttp } from '#platform/browser/http.ts'
import { createCopyFolder } from '#platform/browser/worker/copy-files.ts'
import { removePool } from '#platform/browser/worker/sqlite-pool.ts'
import { createCompanionLink } from '#platform/browser/companion/companion-link.ts'
import { createVault } from '#platform/browser/vault.ts'
import { dropPacked, openBodyPack, readPacked } from '#platform/browser/worker/body-pack.ts'
import { createReferencedFiles } from '#storage/referenced-files.ts'
import { createCopySlots } from '#storage/copies/copy-slots.ts'
import { withVaultCopy } from '#storage/copies/vault-copy.ts'
import { createRunStore } from '#storage/run-store.ts'
import { loadProject } from '#storage/stored-project.ts'
import { createVaultRecords } from '#storage/vault-records.ts'
import { usableLocks } from '#storage/web-locks.ts'
import { createCompanionRecords } from './run/companion/companion-records.ts'
import { createRunHost } from './run/run-host.ts'
import { lifeLock } from './run/run-protocol.ts'
import { createSqlDoor } from './sql/sql-worker-port.ts'
import { exposeApi } from './wire.ts'
import { createWebWork } from './work/web-work.ts'
import { withSandbox } from './run/with-sandbox.ts'

const vault = createVault(withVaultCopy(createVaultRecords(), createCopySlots(createCopyFolder())))

/** A vault that is locked in one tab is locked in all. */
const channel = new BroadcastChannel('assay-vault')
channel.addEventListener('message', () => vault.lock())
const tellLocked: (message: string) => void = channel.postMessage.bind(channel)

const companionRecords = createCompanionRecords(vault)

/** The app's address: the worker's file is in a folder of it, its source, which `npm run dev` serves, in one deeper. */
const appBase = new URL(self.location.pathname.endsWith('.ts') ? '../..' : '..', self.location.href).href

const host = createRunHost({
  vault,
  companion: createCompanionLink(companionRecords),
  companionRecords,
  http: withSandbox(createBrowserHttp(), appBase),
  runs: createRunStore(),
  files: createReferencedFiles(),
  sql: createSqlDoor((wish, transfer) => postMessage(wish, transfer), globalThis),
  work: createWebWork(),
  loadProject,
  openBodies: openBodyPack,
  dropBodies: dropPacked,
  readBody: readPacked,
  forgetDatabases: removePool,
  tellLocked: () => tellLocked('locked'),
})
// The page keeps its calls until this message, and answers with the port on which they come.
addEventListener('message', ({ data }: MessageEvent<MessagePort>) => exposeApi(host, data), { once: true })
postMessage('listening')

/** It is held as long as the worker lives, whatever ends it. */
const holdLifeLock = async () => {
  const forever = () => {
    postMessage('alive')
    return new Promise(() => undefined)
  }
  const locks = await usableLocks()
  await locks?.request(lifeLock(self.name), forever)
}
void holdLifeLock()
