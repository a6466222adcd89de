import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { scriptApi } from '../scripts/script-api.mjs'

/** Node doesn't run TypeScript: the process of runs is built once for the tests of this process. */
async function builtScript(): Promise<string> {
  // Packages are found from there.
  const cache = join(process.cwd(), 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'run-process-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [scriptApi()],
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      minify: false,
      rolldownOptions: {
        input: { 'run-process': 'src/companion/relay/runs/run-process-main.ts', 'work-thread': 'src/companion/work-thread.ts' },
      },
    },
  })
  return join(outDir, 'run-process.js')
}

/** Where `run-process.js` was built. */
export const runScript = await builtScript()
