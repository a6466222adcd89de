import type { TaskAsked } from '#engine/ports/index.ts'
import { createTaskServer } from '#engine/tasks/serve-tasks.ts'

/** The worker in which tasks are run that may have to be ended: see `engine/tasks`. */
const serve = createTaskServer()
addEventListener('message', ({ data }: MessageEvent<TaskAsked>) => void serve(data).then((answer) => postMessage(answer)))
postMessage('ready')
