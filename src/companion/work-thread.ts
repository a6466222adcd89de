import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { TaskAsked } from '#engine/ports/index.ts'
import { createTaskServer } from '#engine/tasks/serve-tasks.ts'

/** The thread in which tasks are run that may have to be ended: see `engine/tasks`. */
const serve = createTaskServer({
  quickjs: () => (reading ??= readQuickjs()),
  memory: (initial, maximum) => new WebAssembly.Memory({ initial, maximum }),
  now: () => performance.now(),
})

let reading: Promise<ArrayBuffer> | undefined

/** Beside the built program; from sources the package's own file. */
async function readQuickjs(): Promise<ArrayBuffer> {
  const built = join(import.meta.dirname, 'quickjs.wasm')
  const file = existsSync(built) ? built : createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return new Uint8Array(await readFile(file)).buffer
}
parentPort?.on('message', (asked: TaskAsked) => void serve(asked).then((answer) => parentPort?.postMessage(answer)))
parentPort?.postMessage('ready')
