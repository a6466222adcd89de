// Sizes and times of combinations, in a process of its own, built from the sources as the program is. `node bench/design/measure.mjs 10`: with
// ten seconds of work for fewer tests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Prints the table; false if a limit is passed. */
export async function measureDesign(seconds = 1) {
  // Below the project: what is not bundled is found there.
  const folder = mkdtempSync(join(root, 'node_modules', '.design-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      publicDir: false,
      build: {
        ssr: 'bench/design/table.ts',
        target: 'node20',
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'table.mjs', chunkFileNames: '[name]-[hash].mjs' } },
      },
      ssr: { target: 'node', noExternal: true },
    })
    return spawnSync(process.execPath, [join(folder, 'table.mjs'), String(seconds)], { stdio: 'inherit' }).status === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = (await measureDesign(Number(process.argv[2] ?? 1))) ? 0 : 1
