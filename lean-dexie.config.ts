import type { Plugin } from 'vite'

/** What is left out of Dexie's file: a text, or all from one text up to another one, which stays. */
const leftOut: readonly [from: string, until?: string][] = [
  // Layers that src/storage/indexed-database.ts turns off or gives nothing to do: nobody subscribes to queries, nobody has hooks.
  ['        this.use(cacheExistingValuesMiddleware);\n'],
  ['        this.use(cacheMiddleware);\n'],
  ['        this.use(observabilityMiddleware);\n'],
  ['        this.use(hooksMiddleware);\n'],
  // Searches that ignore case.
  ['    startsWithIgnoreCase(str) {\n', '    anyOf() {\n'],
  // What tells queries, here and in other tabs, that something was written.
  ['        if (wasCreated) {\n            const everything = {};', '        return db;\n'],
  [
    "if (typeof dispatchEvent !== 'undefined' &&\n",
    "if (typeof addEventListener !== 'undefined') {\n    addEventListener('pagehide'",
  ],
  ['            bc?.close();\n'],
  ["    addEventListener('pageshow'", '}\n\nfunction add(value)'],
  // The names by which only these are reached.
  ['    liveQuery,\n    extendObservabilitySet,\n'],
  ['    getObjectDiff: getObjectDiff,\n'],
  ['    cache,\n'],
]

/**
 * Dexie without what Assay does not use of it, which else would be a part of the first screen: its parts register themselves, so
 * that none falls out by itself. Its version is pinned; a text that is not there any more fails the build.
 */
export const leanDexie = (): Plugin => ({
  name: 'assay-lean-dexie',
  transform: {
    filter: { id: /dexie\/dist\/modern\/dexie\.mjs/ },
    handler(code) {
      let lean = code
      for (const [from, until] of leftOut) {
        const start = lean.indexOf(from)
        const end = until === undefined ? start + from.length : lean.indexOf(until, start)
        if (start < 0 || end < 0) this.error(`Dexie has changed: ${JSON.stringify(from)} is not in it. See lean-dexie.config.ts.`)
        lean = lean.slice(0, start) + lean.slice(end)
      }
      return { code: lean, map: null }
    },
  },
})
