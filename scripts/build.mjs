// Builds the app (dist/app) and the companion (dist/companion).
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

rmSync('dist', { recursive: true, force: true })
const logLevel = process.env.ASSAY_BUILD_LOG ?? 'error'
await build({ configFile: 'vite.config.ts', configLoader: 'runner', logLevel })
await build({ configFile: 'vite.companion.config.ts', logLevel })

// Scripts and styles of the page beside their best compressed copy; the code editor's are too large to be worth the time.
const assets = 'dist/app/assets'
for (const name of readdirSync(assets).filter((entry) => /\.(js|css)$/.test(entry))) {
  const file = join(assets, name)
  if (statSync(file).size < 400_000) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
}
