// Builds the app (dist/app) and the companion (dist/companion).
import { readdirSync, rmSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'

const compress = promisify(brotliCompress)
const logLevel = process.env.ASSAY_BUILD_LOG ?? 'error'

/** Scripts and styles of the page beside their best compressed copy; the code editor's are too large to be worth the time. */
async function compressAssets(folder) {
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name) && statSync(join(folder, name)).size < 400_000)
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name)
      await writeFile(`${file}.br`, await compress(await readFile(file)))
    }),
  )
}

rmSync('dist', { recursive: true, force: true })
await build({ configFile: 'vite.config.ts', configLoader: 'runner', logLevel })
// Beside the rest, on the cores that it leaves free.
await Promise.all([compressAssets('dist/app/assets'), build({ configFile: 'vite.companion.config.ts', logLevel })])
