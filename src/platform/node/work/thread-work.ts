import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { TaskAnswer } from '#engine/ports/index.ts'
import { createEndableWork, type ClosableWork, type WorkThread } from '#platform/work/endable-work.ts'

/** Beside the built program; from sources what compiles it first. */
const built = join(import.meta.dirname, 'work-thread.js')
const fromSources = join(import.meta.dirname, '../../../../scripts/work-thread.mjs')

/** {@link ClosableWork} in threads of Node, which don't keep the process alive. */
export const createThreadWork = (): ClosableWork =>
  createEndableWork({
    most: Math.min(4, availableParallelism()),
    memory: () => process.memoryUsage.rss(),
    start(heap, news): WorkThread {
      const worker = new Worker(existsSync(built) ? built : fromSources, {
        // Where one allocation goes beyond it V8 ends the whole process: what looks at the memory comes first.
        resourceLimits: { maxOldGenerationSizeMb: 4 * heap },
        // Nothing that it does depends on them, and secrets may be among them.
        env: {},
        argv: [],
        execArgv: [],
      })
      worker.unref()
      worker.on('message', (told: 'ready' | TaskAnswer) => (told === 'ready' ? news.ready() : news.answered(told)))
      worker.on('error', (error: Error & { code?: string }) =>
        news.died(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', error),
      )
      worker.on('exit', (code) => news.died('failed', new Error(`The thread ended with ${code}.`)))
      return { post: (asked) => worker.postMessage(asked), end: () => void worker.terminate() }
    },
  })
