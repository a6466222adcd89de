import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sources = ['src', 'public', 'examples', 'index.html', 'package-lock.json', 'config', 'vite.config.ts']
const products = ['dist/app/index.html', 'dist/companion/assay.js']

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Whether the build exists and is newer than everything that it is made of. */
export function upToDate() {
  const built = products.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return Math.min(...built) >= Math.max(...sources.map(newest)) && !built.includes(0)
}
