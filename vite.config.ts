import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import solid from 'vite-plugin-solid'
import { chunkPattern, chunks } from './config/chunks.ts'
import { reportPage } from './config/report-page.config.ts'
import { scriptApi } from './scripts/script-api.mjs'
import { sandboxWindow } from './config/sandbox-window.config.ts'
import { fontAhead, startShell } from './config/start-shell.config.ts'
import { gatherPackages } from './scripts/third-party-notices.mjs'
import { readProject } from './src/engine/project/format/read.ts'

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * A file that is imported as `orders.aprj?project` is read while building, and the page gets the project: the first start
 * with the sample needs no reader of files.
 */
const projects: Plugin = {
  name: 'assay-projects',
  load(id) {
    const [file, query] = id.split('?')
    if (!file || query !== 'project') return undefined
    this.addWatchFile(file)
    const read = readProject(readFileSync(file))
    if (!read.ok) this.error(`${file}: ${read.error.message}`)
    return { code: `export default ${JSON.stringify(read.value.project)}`, moduleType: 'js' }
  },
}

/** Icons without the keys of their paths, which only React reads: they are random, and each would travel in full. */
const keylessIcons: Plugin = {
  name: 'assay-keyless-icons',
  transform: {
    filter: { id: /lucide-solid\/dist\/source\/icons\// },
    handler: (code) => ({ code: code.replace(/,\s*key: "\w+"/g, ''), map: null }),
  },
}

/**
 * The run worker is one file, in which a module still begins when it is first needed: from its direct address it could not be
 * sure to find a second one (docs/decisions/0006).
 */
function wholeRunWorker(): Plugin {
  let isRunWorker = false
  return {
    name: 'assay-run-worker',
    enforce: 'pre',
    options({ input }) {
      isRunWorker = JSON.stringify(input).includes('/run.worker.ts')
    },
    // Two megabytes of names and towns that few runs need: the page's build has the same files.
    resolveId: (id) => (isRunWorker && locale.test(id) && !id.endsWith('/en') ? { id: fileOf(id), external: true } : undefined),
    outputOptions: (options) => (isRunWorker ? { ...options, codeSplitting: false } : options),
  }
}

/** A locale of random data, as it is imported. */
const locale = /^@faker-js\/faker\/locale\/(\w+)$/
/** Changes when what is in the files may have. */
const packages = createHash('sha256')
  .update(readFileSync(page('package-lock.json')))
  .digest('hex')
  .slice(0, 8)
const fileOf = (id: string): string => `./random/${locale.exec(id)?.[1]}-${packages}.js`

/** Lists the hashed files that the service worker caches, for what fetches several of them at once (public/sw-ahead.js). */
function listAhead<Entry extends { url: string; revision: string | null }>(entries: Entry[]): { manifest: Entry[] } {
  const hashed = entries.filter(({ revision }) => revision === null).map(({ url }) => url)
  writeFileSync(page('dist/app/sw-files.json'), JSON.stringify(hashed))
  return { manifest: entries }
}

export default defineConfig({
  base: './',
  // Dexie's build for newer browsers is lighter; its front door gives everybody the one for older ones.
  resolve: {
    alias: {
      dexie: 'dexie/dist/modern/dexie.mjs',
      'workbox-window': 'workbox-window/build/workbox-window.prod.mjs',
      // Of its two builds the one whose list of suffixes is half as large.
      tldts: page('node_modules/tldts/dist/index.esm.min.js'),
      // Its front door brings a worker of its own, with all of it once more.
      '@sqlite.org/sqlite-wasm': page('node_modules/@sqlite.org/sqlite-wasm/sqlite-wasm/jswasm/sqlite3-bundler-friendly.mjs'),
    },
  },
  plugins: [
    projects,
    keylessIcons,
    reportPage(),
    scriptApi(),
    sandboxWindow(),
    startShell,
    fontAhead,
    gatherPackages,
    solid(),
    VitePWA({
      // The page registers it itself and asks before it updates (P1).
      injectRegister: null,
      registerType: 'prompt',
      manifest: {
        name: 'Assay',
        short_name: 'Assay',
        description: 'A local-first workbench for API test automation.',
        start_url: './',
        scope: './',
        id: './',
        display: 'standalone',
        background_color: '#f6f8f8',
        theme_color: '#006769',
        icons: [
          { src: 'icons/assay.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: 'icons/assay-192.png', sizes: '192x192', type: 'image/png' },
          { src: 'icons/assay-512.png', sizes: '512x512', type: 'image/png' },
          { src: 'icons/assay-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
        file_handlers: [{ action: './', accept: { 'application/json': ['.aprj'] } }],
      },
      workbox: {
        globPatterns: ['**/*.{html,js,css,svg,png,woff2,json}'],
        // The code editor, the engines of language models and of scripts, the locales of random data and the databases are weighty: they are cached when they are first used, and then kept.
        globIgnores: [
          '**/monaco/**',
          '**/models/**',
          '**/sql.worker-*',
          '**/sqlite3*',
          '**/{_virtual_script-api,run-in-quickjs,emscripten-module}*',
          '**/random/!(en-*|base-*)',
          '**/*.schema.json',
          'demo.json',
          '**/*.map',
          'sw-*.{js,json}',
        ],
        importScripts: ['sw-ahead.js'],
        manifestTransforms: [listAhead],
        maximumFileSizeToCacheInBytes: 4_000_000,
        // The pages of a login are served for any query and never cached with one.
        ignoreURLParametersMatching: [/./],
        navigateFallback: 'index.html',
        navigateFallbackDenylist: [/\/(oauth|sandbox)\//, /\/demo\.json$/, /\/third-party-notices\.txt$/],
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        skipWaiting: false,
        runtimeCaching: [
          {
            // A provider may let the browser post the answer of a sign-in: the callback page reads it behind the #, as
            // src/companion/serve/app-server.ts has it. Written out whole: it is copied into the service worker as text.
            method: 'POST',
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.endsWith('/oauth/callback.html'),
            handler: async ({ request, url }) => {
              const form = new URLSearchParams(await request.text())
              return Response.redirect(`${url.origin}${url.pathname}#${form.toString()}`, 303)
            },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.includes('/assets/monaco/'),
            handler: 'CacheFirst',
            options: { cacheName: 'code-editor', expiration: { maxEntries: 40 } },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && /\/assets\/(models\/|wllama)/.test(url.pathname),
            handler: 'CacheFirst',
            options: { cacheName: 'model-engines', expiration: { maxEntries: 10 } },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.includes('/assets/random/'),
            handler: 'CacheFirst',
            options: { cacheName: 'random-data', expiration: { maxEntries: 20 } },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.includes('/assets/sql'),
            handler: 'CacheFirst',
            options: { cacheName: 'databases', expiration: { maxEntries: 10 } },
          },
          {
            urlPattern: ({ url, sameOrigin }) =>
              sameOrigin && /\/assets\/(_virtual_script-api|run-in-quickjs|emscripten-module)/.test(url.pathname),
            handler: 'CacheFirst',
            options: { cacheName: 'script-engine', expiration: { maxEntries: 10 } },
          },
        ],
      },
    }),
  ],
  worker: {
    format: 'es',
    plugins: () => [reportPage(), scriptApi(), wholeRunWorker(), gatherPackages],
    rolldownOptions: {
      output: { entryFileNames: chunkName, chunkFileNames: chunkName, assetFileNames: 'assets/[name]-[hash][extname]' },
    },
  },
  build: {
    target: 'es2023',
    // Every browser of that year preloads modules by itself. Only style sheets are named where a part is loaded late: the names of all
    // the scripts below it would travel with the first screen, and the service worker has them at hand.
    modulePreload: { polyfill: false, resolveDependencies: (_file, needed) => needed.filter((name) => name.endsWith('.css')) },
    outDir: 'dist/app',
    rolldownOptions: {
      input: { index: page('index.html') },
      output: {
        chunkFileNames: chunkName,
        codeSplitting: {
          // What is loaded together is one file: it compresses better than its parts, and travels with one header.
          groups: chunks.map((chunk) => ({
            name: chunk.name,
            test: chunkPattern(chunk),
            ...(chunk.priority && { priority: chunk.priority }),
          })),
        },
      },
    },
  },
})

/** The chunks of Monaco and of random data stand in folders of their own, by which the service worker knows them. */
function chunkName(chunk: { name: string; moduleIds?: string[] }): string {
  const modules = chunk.moduleIds ?? []
  if (modules.some((id) => id.includes('/monaco-editor/'))) return 'assets/monaco/[name]-[hash].js'
  // Engines of language models: megabytes that few ever want.
  if (modules.some((id) => /\/node_modules\/@(mlc-ai|wllama)\//.test(id))) return 'assets/models/[name]-[hash].js'
  // The run worker knows the files of locales by these names.
  if (modules.some((id) => id.endsWith(`/@faker-js/faker/dist/locale/${chunk.name}.js`)))
    return `assets/random/[name]-${packages}.js`
  const isData = modules.length > 0 && modules.every((id) => id.includes('/@faker-js/'))
  return isData ? 'assets/random/[name]-[hash].js' : 'assets/[name]-[hash].js'
}
