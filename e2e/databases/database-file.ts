import type { Page } from '@playwright/test'

/** One table with its schema and its records; values that JSON can't express are objects with one `$` name. */
interface StoredTable {
  name: string
  keyPath: string | string[]
  indexes: { name: string; keyPath: string | string[] }[]
  records: unknown[]
}

/** A whole database of Assay as JSON, with IndexedDB's version number. */
export interface StoredDatabase {
  version: number
  tables: StoredTable[]
}

/** Reads all of the page's database, beside whatever the page does with it. */
export const readDatabase = (page: Page): Promise<StoredDatabase> =>
  page.evaluate(async () => {
    const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    const encode = async (value: unknown): Promise<unknown> => {
      if (value === undefined) return { $undefined: true }
      if (typeof value !== 'object' || value === null) return value
      if (value instanceof ArrayBuffer) return { $buffer: base64(new Uint8Array(value)) }
      if (value instanceof Uint8Array) return { $bytes: base64(value) }
      if (value instanceof Blob) return { $blob: base64(new Uint8Array(await value.arrayBuffer())), type: value.type }
      if (value instanceof FileSystemFileHandle) return { $handle: value.name, text: await (await value.getFile()).text() }
      if (Array.isArray(value)) return Promise.all(value.map(encode))
      if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`No words for ${String(value)}`)
      const entries = Object.entries(value).map(async ([key, part]) => [key, await encode(part)] as const)
      return Object.fromEntries(await Promise.all(entries))
    }
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error as DOMException))
      })
    const database = await done(indexedDB.open('assay'))
    const tables: StoredTable[] = []
    for (const name of database.objectStoreNames) {
      const table = database.transaction(name).objectStore(name)
      const indexes = [...table.indexNames].map((each) => table.index(each)) as { name: string; keyPath: string | string[] }[]
      const [keyPath, found] = [table.keyPath as string | string[], await done(table.getAll())]
      const records = (await encode(found)) as unknown[]
      tables.push({ name, keyPath, indexes: indexes.map((each) => ({ name: each.name, keyPath: each.keyPath })), records })
    }
    database.close()
    return { version: database.version, tables }
  })

/** Makes the database in the page's origin, in place of one that is there. Nothing of Assay may run in the page. */
export const makeDatabase = (page: Page, stored: StoredDatabase): Promise<void> =>
  page.evaluate(async ({ version, tables }) => {
    const bytesOf = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
    const decode = async (value: unknown): Promise<unknown> => {
      if (typeof value !== 'object' || value === null) return value
      if (Array.isArray(value)) return Promise.all(value.map(decode))
      const tagged = value as Record<string, string>
      if ('$undefined' in tagged) return undefined
      if (tagged.$buffer !== undefined) return bytesOf(tagged.$buffer).buffer
      if (tagged.$bytes !== undefined) return bytesOf(tagged.$bytes)
      if (tagged.$blob !== undefined) return new Blob([bytesOf(tagged.$blob)], { type: tagged.type ?? '' })
      if (tagged.$handle !== undefined) {
        const folder = await navigator.storage.getDirectory()
        const handle = await folder.getFileHandle(tagged.$handle, { create: true })
        const stream = await handle.createWritable()
        await stream.write(tagged.text ?? '')
        await stream.close()
        return handle
      }
      const entries = Object.entries(value).map(async ([key, part]) => [key, await decode(part)] as const)
      return Object.fromEntries(await Promise.all(entries))
    }
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error as DOMException))
      })
    const records = new Map<string, unknown[]>()
    for (const table of tables) records.set(table.name, (await decode(table.records)) as unknown[])
    await done(indexedDB.deleteDatabase('assay'))
    const opening = indexedDB.open('assay', version)
    opening.addEventListener('upgradeneeded', () => {
      for (const { name, keyPath, indexes } of tables) {
        const table = opening.result.createObjectStore(name, { keyPath })
        for (const index of indexes) table.createIndex(index.name, index.keyPath)
        for (const record of records.get(name) ?? []) table.add(record)
      }
    })
    const database = await done(opening)
    database.close()
  }, stored)

/** Puts the data key in force without a passphrase, as a page that was never given one keeps it. */
export const withoutPassphrase = (page: Page, passphrase: string): Promise<void> =>
  page.evaluate(async (text) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error as DOMException))
      })
    const database = await done(indexedDB.open('assay'))
    const { generation, wrapped } = await done(database.transaction('vaultKeys').objectStore('vaultKeys').get('vault'))
    const encoder = new TextEncoder()
    const aes = { name: 'AES-GCM', length: 256 }
    const base = await crypto.subtle.importKey('raw', encoder.encode(text), 'PBKDF2', false, ['deriveKey'])
    const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: wrapped.salt, iterations: wrapped.rounds }
    const outer = await crypto.subtle.deriveKey(derivation, base, aes, false, ['unwrapKey'])
    const wrapping = { name: 'AES-GCM', iv: wrapped.iv, additionalData: encoder.encode('assay vault key') }
    const key = await crypto.subtle.unwrapKey('raw', wrapped.data, outer, wrapping, aes, false, ['encrypt', 'decrypt'])
    const writing = database.transaction('vaultKeys', 'readwrite').objectStore('vaultKeys')
    await done(writing.put({ id: 'vault', generation, key }))
    database.close()
  }, passphrase)
