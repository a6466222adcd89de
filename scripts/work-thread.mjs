// The entry of a work thread where there is no build: compiles src/companion/work-thread.ts once for a state of the sources, then loads it.
import { createHash } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Changes when a source does. */
async function stateOfSources() {
  const hash = createHash('sha256')
  for (const folder of ['src/engine', 'src/script-api', 'src/companion'])
    for (const name of (await readdir(join(root, folder), { recursive: true })).toSorted())
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) {
        const { mtimeMs, size } = await stat(join(root, folder, name))
        hash.update(`${name} ${mtimeMs} ${size}\n`)
      }
  return hash.digest('hex').slice(0, 16)
}

const folder = join(root, 'node_modules/.cache/assay-work-thread', await stateOfSources())
const entry = join(folder, 'work-thread.mjs')
if (!(await stat(entry).catch(() => undefined))) {
  const { build } = await import('vite')
  const { scriptApi } = await import('./script-api.mjs')
  const made = `${folder}-${process.pid}-${Math.random()}`
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [scriptApi()],
    build: {
      ssr: join(root, 'src/companion/work-thread.ts'),
      outDir: made,
      rolldownOptions: { output: { entryFileNames: 'work-thread.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
    ssr: { target: 'node', noExternal: true },
  })
  // Another thread may have been quicker.
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }))
}
await import(pathToFileURL(entry).href)
