// Bundles what runs inside of QuickJS: the API of scripts and its libraries.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { gatherPackages } from './third-party-notices.mjs'

/** The libraries of scripts, as src/script-api/libraries.ts has them. */
const libraryNames = ['ajv', 'chai', 'crypto-js', 'lodash', 'moment']

const name = 'virtual:script-api'
const entry = fileURLToPath(new URL('../src/script-api/main.ts', import.meta.url))

/**
 * `virtual:script-api`: what runs inside of QuickJS before a script, as texts: the API, and each library for itself. Each becomes
 * a script that leaves its exports in a variable of its name.
 */
export function scriptApi() {
  let built
  return {
    name: 'assay-script-api',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      const { files, ...texts } = await (built ??= bundleAll())
      for (const file of files) this.addWatchFile(file)
      return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js' }
    },
    watchChange() {
      built = undefined
    },
  }
}

/** QuickJS as WebAssembly, beside the script that loads it. */
export const quickjsFile = {
  name: 'assay-quickjs',
  generateBundle() {
    const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
    this.emitFile({ type: 'asset', fileName: 'quickjs.wasm', source: readFileSync(file) })
  },
}

async function bundleAll() {
  const [api, ...libraries] = await Promise.all([bundle(entry, 'api'), ...libraryNames.map((one) => bundle(one, 'library'))])
  return {
    api: api.code,
    libraries: Object.fromEntries(libraries.map(({ code }, index) => [libraryNames[index], code])),
    files: api.files,
  }
}

/** A module with all that it imports, as one script. */
async function bundle(input, variable) {
  const isLibrary = variable === 'library'
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [isLibrary ? [wholeLibrary] : [], gatherPackages],
    resolve: { mainFields: ['module', 'main'] },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      minify: 'oxc',
      rolldownOptions: {
        input: isLibrary ? `\0library/${input}` : input,
        output: { format: 'iife', name: variable, exports: isLibrary ? 'default' : 'named', codeSplitting: false },
        external: ['crypto'],
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const script = [output]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .find((file) => file.type === 'chunk')
  if (script?.type !== 'chunk') throw new Error(`${input} did not become a script`)
  const files = script.moduleIds.filter((id) => !id.startsWith('\0') && !id.includes('node_modules'))
  return { code: script.code.trim(), files }
}

/** A library as CommonJS would give it: its default export, if it has one, or all of its exports. */
const wholeLibrary = {
  name: 'assay-whole-library',
  resolveId: (id) => (id.startsWith('\0library/') ? id : undefined),
  load(id) {
    if (!id.startsWith('\0library/')) return undefined
    const of = JSON.stringify(id.slice('\0library/'.length))
    return `import * as all from ${of}\nexport default 'default' in all ? all.default : { ...all }`
  },
}
