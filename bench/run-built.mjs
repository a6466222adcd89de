import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds a file of the sources as the program is built, and runs it in a process of its own, which prints; false if that fails. */
export async function runBuilt(file, args) {
  // Below the project: what is not bundled is found there.
  const folder = mkdtempSync(join(root, 'node_modules', '.bench-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      publicDir: false,
      build: {
        ssr: file,
        target: 'node20',
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'built.mjs', chunkFileNames: '[name]-[hash].mjs' } },
      },
      ssr: { target: 'node', noExternal: true },
    })
    return spawnSync(process.execPath, [join(folder, 'built.mjs'), ...args], { stdio: 'inherit' }).status === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
