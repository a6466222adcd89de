import type { Page } from '@playwright/test'
import type { Recovery } from '#storage/copies/types.ts'

/** A stored project, as it lies in the database of the page. */
export interface FoundProject {
  localId: string
  name: string
  /** Cases that its head names, and cases that are there. */
  named: number
  cases: number
  /** The URL of the first step of its first case. */
  url: string
}

/** Everything relevant in the database, read without the app: projects, notices, and the remains of an import. */
export interface FoundStorage {
  projects: FoundProject[]
  recovery: Recovery | undefined
  /** Records of projects that nothing points to. */
  leftBehind: number
}

/** Reads the database of a page in which the app has started. */
export const readStorage = (page: Page): Promise<FoundStorage> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      })
    const db = await asked(indexedDB.open('assay'))
    try {
      const all = db.transaction(['projects', 'heads', 'cases', 'settings'])
      const table = (name: string) => all.objectStore(name)
      interface Head {
        content: string
        head: { suites: { cases: { id: string }[] }[] }
      }
      interface Kept {
        localId: string
        name: string
        content: string
      }
      const heads = (await asked(table('heads').getAll())) as Head[]
      const projects: { localId: string; name: string; named: number; cases: number; url: string }[] = []
      const used = new Set<string>()
      for (const { localId, name, content } of (await asked(table('projects').getAll())) as Kept[]) {
        used.add(content)
        const ids =
          heads.find((one) => one.content === content)?.head.suites.flatMap((suite) => suite.cases.map(({ id }) => id)) ?? []
        const cases = await asked(table('cases').count(IDBKeyRange.bound([content], [content, []])))
        const first = (await asked(table('cases').get([content, ids[0] ?? '']))) as
          | { value: { steps: { url?: string }[] } }
          | undefined
        projects.push({ localId, name, named: ids.length, cases, url: first?.value.steps[0]?.url ?? '' })
      }
      const recovery = ((await asked(table('settings').get('recovery'))) as { value: Recovery } | undefined)?.value
      return { projects, recovery, leftBehind: heads.filter(({ content }) => !used.has(content)).length }
    } finally {
      db.close()
    }
  })

/** Drops the text of an `.aprj` on the page, without waiting for what comes of it. */
export const dropProject = (page: Page, text: string): Promise<void> =>
  page.evaluate((json) => {
    // A file that was made here has none.
    Reflect.deleteProperty(DataTransferItem.prototype, 'getAsFileSystemHandle')
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([json], 'dropped.aprj'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
  }, text)

/** An `.aprj` of requests, which do nothing. */
export const requestsProject = (name: string, cases: number): string =>
  JSON.stringify({
    format: 'aprj',
    version: 1,
    id: name,
    name,
    suites: [
      {
        id: 's',
        name: 'Suite',
        cases: Array.from({ length: cases }, (_, at) => ({
          id: `c${at}`,
          name: `Case ${at}`,
          steps: [{ id: `r${at}`, kind: 'send-request', name: 'Request', url: 'http://127.0.0.1/' }],
        })),
      },
    ],
  })
