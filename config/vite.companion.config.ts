import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { reportPage } from './report-page.config.ts'
import { quickjsFile, scriptApi } from '../scripts/script-api.mjs'
import { gatherPackages } from '../scripts/third-party-notices.mjs'

/** SQLite as WebAssembly, beside the script that loads it. */
const sqlite: Plugin = {
  name: 'assay-sqlite',
  generateBundle() {
    const file = '../node_modules/@sqlite.org/sqlite-wasm/sqlite-wasm/jswasm/sqlite3.wasm'
    this.emitFile({ type: 'asset', fileName: 'sqlite3.wasm', source: readFileSync(new URL(file, import.meta.url)) })
  },
}

/**
 * SQL Server's driver can also sign in at Azure, with packages that are larger than all the rest: connections of projects have a user and a
 * password.
 */
const withoutAzure: Plugin = {
  name: 'assay-without-azure',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('@azure/') ? `\0${id}` : undefined),
  load: (id) => (id.startsWith('\0@azure/') ? 'module.exports = {}' : undefined),
}

/** What undici needs of Node's modules that are large. */
const lighter: Readonly<Record<string, string>> = {
  'node:assert': `module.exports = (holds, message) => holds || process.getBuiltinModule('node:assert')(holds, message)`,
  'node:http': `module.exports = { maxHeaderSize: 16384 }`,
}

/**
 * What requests never reach of undici would be read at every start: HTTP/2, which is never offered to a server, and fetch's bodies, of which only
 * forms are taken apart. Of Node's modules it takes the whole of two for little: `assert` for a text of what its own faults are, and `http`
 * for a size that ours are always told, and for bodies that are requests to a server, which ours never are.
 */
const unreached: Plugin = {
  name: 'assay-unreached',
  enforce: 'pre',
  resolveId: (id, importer) => (/\/undici\//.test(importer ?? '') && Object.hasOwn(lighter, id) ? `\0undici/${id}` : undefined),
  load(id) {
    if (/\/undici\/lib\/(dispatcher\/client-h2|web\/fetch\/body)\.js$/.test(id)) return 'module.exports = {}'
    return id.startsWith('\0undici/') ? lighter[id.slice('\0undici/'.length)] : undefined
  },
}

/**
 * undici's parser of HTTP is in it twice, as a text of 72 kB each, that V8 reads at every start. Beside the script each is a file that only who
 * needs it reads.
 */
const parsers: Plugin = {
  name: 'assay-parsers',
  enforce: 'pre',
  load(id) {
    const name = /\/undici\/lib\/llhttp\/(llhttp(?:_simd)?)-wasm\.js$/.exec(id)?.[1]
    if (name === undefined) return undefined
    return `module.exports = process.getBuiltinModule('node:fs').readFileSync(new URL('${name}.wasm', import.meta.url))`
  },
  generateBundle: {
    order: 'post',
    handler() {
      const require = createRequire(import.meta.url)
      for (const name of ['llhttp', 'llhttp_simd'])
        this.emitFile({ type: 'asset', fileName: `${name}.wasm`, source: require(`undici/lib/llhttp/${name}-wasm.js`) as Buffer })
    },
  },
}

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

/** A module with all that is loaded before it. */
function neededBy(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) neededBy(imported, graph, found)
  return found
}

/** The file of some modules and of all that is loaded before them, less what files of a higher priority have. */
function startOf(name: string, modules: string[], priority: number) {
  let needed: Set<string> | undefined
  return {
    name: (id: string, graph: Graph): string | null => {
      needed ??= new Set(modules.flatMap((module) => [...neededBy(source(module), graph)]))
      return needed.has(id) ? name : null
    },
    priority,
  }
}

const source = (module: string): string => fileURLToPath(new URL(`../src/${module}`, import.meta.url))

/** Reading a project, with what both a run and a check ask for when they come upon a rule, a path, a file or rows of a step. */
const reading = [
  'companion/options/parse-options.ts',
  'companion/files/read-file.ts',
  'engine/data/index.ts',
  'engine/data/mapping.ts',
  'engine/project/problems/problems.ts',
  'platform/node/files.ts',
  'engine/checks/index.ts',
  'engine/checks/regex.ts',
  'engine/extractors/index.ts',
  'engine/steps/send-request/body-file.ts',
]

/** The `assay` program as plain JavaScript for Node; what is loaded on demand stays in chunks of its own. */
export default defineConfig({
  // The app's static files belong to dist/app.
  publicDir: false,
  plugins: [withoutAzure, unreached, parsers, sqlite, quickjsFile, reportPage(), scriptApi(), gatherPackages],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/companion',
    // A twentieth of a run of 1,000 requests is reading the program.
    minify: 'oxc',
    rolldownOptions: {
      // Databases are in a process of their own, and so is each run of a page; what may have to be ended is in threads.
      input: {
        assay: 'src/companion/program.ts',
        'command-thread': 'src/companion/command-thread.ts',
        'run-process': 'src/companion/relay/runs/run-process-main.ts',
        'sqlite-process': 'src/platform/node/sqlite/sqlite-process.ts',
        'work-thread': 'src/companion/work-thread.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // As fifty files, what `assay run` starts with took a fifth of the time of a run of one request.
        codeSplitting: {
          groups: [
            startOf('program', ['companion/program.ts'], 3),
            startOf('project', reading, 2),
            startOf('run', ['companion/commands/run.ts'], 1),
          ],
        },
      },
    },
  },
  ssr: { target: 'node', noExternal: true, external: ['oidc-provider', 'playwright-core'] },
})
