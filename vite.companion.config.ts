import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { reportPage } from './report-page.config.ts'

/** SQLite as WebAssembly, beside the script that loads it. */
const sqlite: Plugin = {
  name: 'assay-sqlite',
  generateBundle() {
    const file = 'node_modules/@sqlite.org/sqlite-wasm/sqlite-wasm/jswasm/sqlite3.wasm'
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

/** `ws` asks for a package of machine code; what it needs of it stands among our own. */
const wordMasks: Plugin = {
  name: 'assay-word-masks',
  enforce: 'pre',
  resolveId: (id) =>
    id === 'bufferutil' ? fileURLToPath(new URL('src/companion/relay/word-masks.ts', import.meta.url)) : undefined,
}

/** The `assay` program as plain JavaScript for Node; what is loaded on demand stays in chunks of its own. */
export default defineConfig({
  // The app's static files belong to dist/app.
  publicDir: false,
  plugins: [withoutAzure, wordMasks, sqlite, reportPage()],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/companion',
    // A twentieth of a run of 1,000 requests is reading the program.
    minify: 'oxc',
    rolldownOptions: {
      // The databases are in a process of their own.
      input: { assay: 'src/companion/program.ts', 'sqlite-process': 'src/platform/node/sqlite/sqlite-process.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { target: 'node', noExternal: true, external: ['oidc-provider', 'playwright-core'] },
})
