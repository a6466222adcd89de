#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const program = new URL('../dist/companion/assay.js', import.meta.url)
if (existsSync(program)) {
  const { start } = await import(program.href)
  await start(fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, ''))
} else {
  console.error('Assay is not built yet. Run: npm run build')
  process.exitCode = 2
}
