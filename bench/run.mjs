// `npm run bench`: measures what bench/README.md describes and prints ratios. With --check it ends with 1 if a limit is passed.
import { existsSync } from 'node:fs'
import { measureBrowser } from './browser/measure.mjs'
import { measureCli } from './cli/measure.mjs'
import { measureDesign } from './design/measure.mjs'
import { measureData } from './data/measure.mjs'
import { measureOAuth } from './oauth/measure.mjs'
import { measureScaling } from './scaling/measure.mjs'

if (!existsSync(new URL('../dist/companion/assay.js', import.meta.url))) {
  console.error('Assay is not built yet. Run: npm run build')
  process.exit(2)
}

const limits = { 1: { ratio: 1.8 }, 1000: { ratio: 1.0, mib: 130 }, 5000: { mib: 130 } }
let passed = true

const show = (value, limit, digits) => {
  if (limit === undefined) return value.toFixed(digits)
  const good = value <= limit
  passed &&= good
  return `${value.toFixed(digits)} (${good ? 'within' : 'OVER'} ${limit})`
}

const showAtLeast = (value, least) => {
  const good = value >= least
  passed &&= good
  return `${value.toFixed(2)} (${good ? 'within' : 'UNDER'} ${least})`
}

console.log('assay run against a bare fetch loop, whole processes, medians')
console.log('requests | loop ms | assay ms | ratio             | peak MiB')
for (const { count, loop, assay, ratio, mib } of await measureCli()) {
  const limit = limits[count]
  const cells = [String(count).padStart(8), loop.toFixed(0).padStart(7), assay.toFixed(0).padStart(8)]
  console.log([...cells, show(ratio, limit.ratio, 2).padEnd(17), show(mib, limit.mib, 0)].join(' | '))
}
const data = await measureData()
console.log('\nrows of data')
console.log(`a loop of 1,000 rows against the same written out: ${show(data.loop, 1.1, 2)}`)
console.log(`a million rows of CSV, speed against papaparse as a stream: ${showAtLeast(data.csv.stream, 0.5)}`)
console.log(`the same, peak MiB: ${show(data.csv.mib, 150, 0)}`)
const page = await measureBrowser()
console.log('\nthe page, in Chromium')
console.log(`${page.count} requests, worker against a bare loop in a worker: ${show(page.runs.plain, 1.3, 2)}`)
console.log(`the same with a header that needs a CORS preflight: ${page.runs.header.toFixed(2)}`)
console.log('JavaScript before the first interaction, kB as it travels:')
for (const [screen, files] of Object.entries(page.screens)) {
  const scripts = files.filter((file) => file.isCode)
  console.log(`  ${screen}: ${show(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000, 128, 1)}`)
  for (const { file, bytes } of scripts) console.log(`    ${(bytes / 1000).toFixed(1).padStart(5)} ${file}`)
}
console.log(`a project of 10,000 steps opens, ms: ${show(page.open, 1000, 0)}`)
console.log(`an arrow key in its tree, ms until the frame: ${show(page.key, 16.7, 1)}`)
console.log('\ntest design')
passed &&= await measureDesign()
const oauth = await measureOAuth()
console.log('\nkeys and tokens: times of this machine, told and not checked')
for (const { cipher, first, next } of oauth.keys) {
  console.log(
    `a PFX of 2,048 iterations opens in a worker, ms (${cipher}): ${next.toFixed(1)}, the first ${first.toFixed(1)} (limit 300)`,
  )
}
console.log(
  `a cached token adds to a step, ms of processor time, over ${oauth.count} requests: ${oauth.token.toFixed(3)} (limit 1)`,
)
console.log('\ntime against size, ms of processor time: told, not checked')
await measureScaling()
if (process.argv.includes('--check') && !passed) process.exitCode = 1
