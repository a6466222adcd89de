import { Dexie, type Table } from 'dexie'

interface Kept {
  key: string
  value: unknown
  expires: number
}

/** Keeps the sandbox's state in an IndexedDB of its own, which the run worker and login windows share. `now` in seconds. */
export function createSandboxStore(now: () => number) {
  const db = new Dexie('assay-sandbox')
  db.version(1).stores({ kept: 'key, expires' })
  const table: Table<Kept, string> = db.table('kept')
  const live = (found: Kept | undefined): unknown => (found && found.expires > now() ? found.value : undefined)
  // What has expired goes when the sandbox is next used.
  const swept = table.where('expires').below(now()).delete()
  const atOnce = <T>(work: () => Promise<T>): Promise<T> => db.transaction('rw', table, work)
  return {
    get: async <T>(key: string) => live(await table.get(key)) as T | undefined,
    put: async (key: string, value: unknown, expires = Infinity): Promise<void> => {
      await swept
      await table.put({ key, value, expires })
    },
    take: <T>(key: string) =>
      atOnce(async () => {
        const found = live(await table.get(key)) as T | undefined
        await table.delete(key)
        return found
      }),
    begin: <T>(key: string, value: T) =>
      atOnce(async () => {
        const found = live(await table.get(key)) as T | undefined
        if (found === undefined) await table.put({ key, value, expires: Infinity })
        return found ?? value
      }),
    list: async <T>(prefix: string) =>
      (await table.where('key').startsWith(prefix).toArray()).map(live).filter((value) => value !== undefined) as T[],
  }
}
