// Builds the app (dist/app) and the companion (dist/companion).
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build } from 'vite'
import { writeNotices } from './third-party-notices.mjs'

const compress = promisify(brotliCompress)
const logLevel = process.env.ASSAY_BUILD_LOG ?? 'error'

/**
 * Scripts and styles of the page beside a compressed copy: the best one of what the first screen waits for, one that takes less than half
 * the time of the others; the code editor's are too large to be worth it.
 */
async function compressAssets(folder) {
  const start = readFileSync('dist/app/index.html', 'utf8')
  const quality = (name) => ({ [constants.BROTLI_PARAM_QUALITY]: start.includes(name) ? 11 : 10 })
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name) && statSync(join(folder, name)).size < 400_000)
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name)
      await writeFile(`${file}.br`, await compress(await readFile(file), { params: quality(name) }))
    }),
  )
}

rmSync('dist', { recursive: true, force: true })
await build({ configFile: 'vite.config.ts', configLoader: 'runner', logLevel })
// Beside the rest, on the cores that it leaves free.
await Promise.all([compressAssets('dist/app/assets'), build({ configFile: 'config/vite.companion.config.ts', logLevel })])
writeNotices('dist/app/third-party-notices.txt')
