import type { TaskAnswer } from '#engine/ports/index.ts'
import { createEndableWork, type ClosableWork, type WorkThread } from '#platform/work/endable-work.ts'

/** {@link ClosableWork} in web workers, of the page or inside a worker. */
export const createWebWork = (): ClosableWork =>
  createEndableWork({
    most: Math.min(4, Math.max(1, navigator.hardwareConcurrency - 1)),
    start(_heap, news): WorkThread {
      const worker = new Worker(new URL('../work.worker.ts', import.meta.url), { type: 'module' })
      worker.addEventListener('message', ({ data }: MessageEvent<'ready' | TaskAnswer>) =>
        data === 'ready' ? news.ready() : news.answered(data),
      )
      worker.addEventListener('error', ({ message }) => news.died('failed', message))
      return { post: (asked) => worker.postMessage(asked), end: () => worker.terminate() }
    },
  })
