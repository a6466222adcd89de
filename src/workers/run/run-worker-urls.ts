// oxlint-disable-next-line import/default -- Vite makes it: the address of the worker that is built from the file.
import url from '../run.worker.ts?worker&url'

const direct = new URL(url, import.meta.url)
direct.searchParams.set('direct', '')

/**
 * The two addresses of the run worker's script. `cached` is kept for offline use. What a worker from `direct` sends goes past the
 * service worker (docs/decisions/0006); its script may not be reachable.
 */
export const runWorkerUrls = { direct: direct.href, cached: new URL(url, import.meta.url).href }
