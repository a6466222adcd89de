// Time against size, in a process of its own: what is measured is built from the sources, as the program is.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Prints the table of what is named, or of everything. */
export async function measureScaling(names = []) {
  // Below the project: what is not bundled is found there.
  const folder = mkdtempSync(join(root, 'node_modules', '.scaling-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      publicDir: false,
      build: {
        ssr: 'bench/scaling/table.ts',
        target: 'node20',
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'table.mjs', chunkFileNames: '[name]-[hash].mjs' } },
      },
      ssr: { target: 'node', noExternal: true },
    })
    return spawnSync(process.execPath, [join(folder, 'table.mjs'), ...names], { stdio: 'inherit' }).status === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await measureScaling(process.argv.slice(2))
