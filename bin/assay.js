#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const program = new URL('../dist/companion/assay.js', import.meta.url)
if (existsSync(program)) {
  // From Node 22 on what was compiled once is kept, a tenth of a short run: beside the program, since nobody else may write there.
  module.enableCompileCache?.(fileURLToPath(new URL('../dist/compiled', import.meta.url)))
  const { start } = await import(program.href)
  await start(fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, ''))
} else {
  console.error('Assay is not built yet. Run: npm run build')
  process.exitCode = 2
}
