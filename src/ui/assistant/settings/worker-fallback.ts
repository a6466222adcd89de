import { WorkerGone } from '#workers/worker-client.ts'

/**
 * What was asked of the assistant's worker, or something in its place where that is ended meanwhile, as when another model is chosen: what only
 * helps (suggestions, names behind a sign) must not take the page with it.
 */
export async function fallbackIfWorkerEnded<T>(asked: Promise<T>, nothing: T): Promise<T> {
  try {
    return await asked
  } catch (thrown) {
    if (thrown instanceof WorkerGone) return nothing
    throw thrown
  }
}
