import { usableLocks } from './web-locks.ts'

const prefix = 'assay:run:'

/** The Web Lock that is held while a run is in progress. */
export const runLock = (run: string): string => prefix + run

/** The runs that someone runs just now, in any tab; undefined where the browser has no locks. */
export async function runsGoingOn(): Promise<Set<string> | undefined> {
  const locks = await usableLocks()
  if (!locks) return undefined
  const { held = [] } = await locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
