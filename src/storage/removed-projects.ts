import type { Tables } from './records.ts'

const key = 'removed-projects'
const kept = 200

/** The projects that were removed on purpose: what is still known of them elsewhere is not missed. */
export async function removedProjects(tables: Pick<Tables, 'settings'>): Promise<string[]> {
  const found = (await tables.settings.get(key))?.value
  return Array.isArray(found) ? found.map(String) : []
}

/** Remembers a removal, in its transaction. */
export async function rememberRemoved(tables: Pick<Tables, 'settings'>, localId: string): Promise<void> {
  const value = [...(await removedProjects(tables)), localId].slice(-kept)
  await tables.settings.put([{ key, value }])
}
