import type { TaskAsked } from '#engine/ports/index.ts'
import { createTaskServer } from '#engine/tasks/serve-tasks.ts'

/** The worker in which tasks are run that may have to be ended: see `engine/tasks`. */
const serve = createTaskServer({
  quickjs: () => (reading ??= fetchQuickjs()),
  memory: (initial, maximum) => new WebAssembly.Memory({ initial, maximum }),
  now: () => performance.now(),
})

let reading: Promise<ArrayBuffer> | undefined

async function fetchQuickjs(): Promise<ArrayBuffer> {
  const response = await fetch(new URL('@jitl/quickjs-wasmfile-release-sync/wasm', import.meta.url))
  if (!response.ok) throw new Error(`quickjs.wasm: HTTP ${response.status}`)
  return response.arrayBuffer()
}
addEventListener('message', ({ data }: MessageEvent<TaskAsked>) => void serve(data).then((answer) => postMessage(answer)))
postMessage('ready')
