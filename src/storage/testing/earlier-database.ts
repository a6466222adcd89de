import { versions } from '../records.ts'

/** Creates the database as an earlier version left it, with the setting `kept`: 1; `version` is one of {@link versions}. */
export function earlierDatabase(name: string, version: number): Promise<void> {
  const tables = Object.entries(versions)
    .filter(([number]) => Number(number) <= version)
    .flatMap(([, one]) => Object.entries(one))
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, Math.round(version * 10))
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('upgradeneeded', () => {
      for (const [table, keys] of tables) {
        const path = keys.replace(/,.*/, '').replaceAll(/[[\]]/g, '').split('+')
        const made = opening.result.createObjectStore(table, { keyPath: path.length === 1 ? path.join() : path })
        if (table === 'runRows') made.createIndex('[run+case]', ['run', 'case'])
        if (table === 'settings') made.put({ key: 'kept', value: 1 })
      }
    })
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}
