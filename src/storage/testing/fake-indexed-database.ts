import { Dexie } from 'dexie'
import * as fake from 'fake-indexeddb'

const names = Object.keys(fake).filter((name) => /^(indexedDB|IDB)/.test(name))

/**
 * Gives the tests of a file an IndexedDB: `beforeAll(fakeIndexedDatabase)`. The function that it returns takes it away, which
 * Vitest calls after them: other files of the process have none, as Node.
 */
export function fakeIndexedDatabase(): () => void {
  const before = names.map((name) => ({ name, was: Object.getOwnPropertyDescriptor(globalThis, name) }))
  const known = { ...Dexie.dependencies }
  for (const name of names)
    Object.defineProperty(globalThis, name, { value: Reflect.get(fake, name), configurable: true, writable: true })
  // Dexie looks for it when it is loaded: maybe by a file before.
  Object.assign(Dexie.dependencies, { indexedDB: fake.indexedDB, IDBKeyRange: fake.IDBKeyRange })
  return () => {
    for (const { name, was } of before)
      if (was) Object.defineProperty(globalThis, name, was)
      else Reflect.deleteProperty(globalThis, name)
    Object.assign(Dexie.dependencies, known)
  }
}
