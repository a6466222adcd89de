import { parentPort } from 'node:worker_threads'
import type { TaskAsked } from '#engine/ports/index.ts'
import { createTaskServer } from '#engine/tasks/serve-tasks.ts'

/** The thread in which tasks are run that may have to be ended: see `engine/tasks`. */
const serve = createTaskServer()
parentPort?.on('message', (asked: TaskAsked) => void serve(asked).then((answer) => parentPort?.postMessage(answer)))
parentPort?.postMessage('ready')
