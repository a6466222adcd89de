// `npm run attack`: tries to crash, hang and deceive Assay for some minutes, prints what was tried and what was found, and writes
// docs/attack.md. Options: --minutes N (10), --seed N (drawn, and printed), --only NAME[,NAME] (answers, checks, files, imports, canaries, runs, losses, kills),
// --once (one try of a seed, to look at what was found). Ends with 1 if anything was found.
import { fork, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { findBrowser, findHeadlessShell } from '../scripts/browser.mjs'
import { upToDate } from '../scripts/up-to-date.mjs'
import { writeTable } from './table.mjs'

/** The share of the time that each attack gets. */
const shares = { answers: 3, checks: 2, files: 3, imports: 2, canaries: 2, runs: 1, losses: 2, kills: 2 }

/** Milliseconds of silence after which a try is taken for one that hangs; runs of the program end before by themselves. */
const silence = 180_000

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise)
}
const minutes = Number(option('minutes', 10))
const seed = Number(option('seed', Math.floor(Math.random() * 1_000_000_000)))
const names = option('only', Object.keys(shares).join()).split(',')
const once = process.argv.includes('--once')
const unknown = names.filter((name) => !(name in shares))
if (unknown.length > 0 || !(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error(`Usage: npm run attack -- [--minutes N] [--seed N] [--only ${Object.keys(shares).join()}] [--once]`)
  process.exit(2)
}

if (!upToDate()) {
  console.error('Building Assay …')
  await import('../scripts/build.mjs')
}

if (names.includes('losses')) {
  process.env.CHROME_PATH = await findBrowser()
  process.env.HEADLESS_SHELL_PATH ??= (await findHeadlessShell(process.env.CHROME_PATH)) ?? process.env.CHROME_PATH
}

/** Runs an attack in a process of its own, which is restarted after each crash. */
async function attack(name, milliseconds) {
  const rows = new Map()
  const add = (row, count, found) => {
    const { tries = 0, flaws = [] } = rows.get(row) ?? {}
    rows.set(row, { tries: tries + count, flaws: [...flaws, ...found] })
    for (const flaw of found) console.log(`\n${name}, ${row}: ${flaw}`)
  }
  const end = performance.now() + milliseconds
  let next = seed
  while (next !== undefined && performance.now() < end) {
    const { at, why } = await until(name, next, end - performance.now(), ({ row, count = 1, found, seed: of }) =>
      add(
        row,
        count,
        found.map((flaw) => `seed ${of}: ${flaw}`),
      ),
    )
    if (why !== undefined) add(why, 1, [`seed ${at}: ${why}`])
    next = why === undefined ? undefined : at + 1
  }
  return rows
}

/** Tries seeds from the first on; returns where and why it was stopped, if it was. */
function until(name, first, milliseconds, tell) {
  const child = fork('attack/part.mjs', [name, String(first), String(once ? 0 : Math.max(0, milliseconds))])
  return new Promise((resolve) => {
    let at = first
    let why
    let done = false
    let timer
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        why = 'hangs'
        child.kill('SIGKILL')
      }, silence)
    }
    wait()
    child.on('message', (message) => {
      wait()
      if (message.begun !== undefined) at = message.begun
      else if (message.done) done = true
      else tell(message)
    })
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      resolve({ at, why: why ?? (done ? undefined : `crashes (${signal ?? code})`) })
    })
  })
}

/** Kills of the browser are a journey, which says how many there were. */
async function kill(seconds) {
  const report = 'test-results/attack-kills.json'
  rmSync(report, { force: true })
  const env = {
    ...process.env,
    CHROME_PATH: await findBrowser(),
    ASSAY_KILLS: once ? '1' : '1000',
    ASSAY_KILL_SECONDS: String(seconds / 2),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    'kill.journey',
    '--workers=1',
    '--retries=0',
    '--reporter=list,json',
  ]
  spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  const specs = JSON.parse(readFileSync(report, 'utf8')).suites.flatMap(({ specs: list }) => list)
  return new Map(
    specs.map(({ title, ok, tests }) => {
      const result = tests[0]?.results[0]
      const noted = [...(result?.annotations ?? []), ...(tests[0]?.annotations ?? [])][0]?.description ?? ''
      const flaw = result?.error?.message?.split('\n').slice(0, 6).join(' ') ?? 'it failed'
      return [title, { tries: noted === '' ? 0 : noted.split(', ').length, flaws: ok ? [] : [flaw], noted }]
    }),
  )
}

const all = names.reduce((sum, name) => sum + shares[name], 0)
console.log(`Attacking for ${minutes} minutes, seed ${seed}`)
const results = []
for (const name of names) {
  const milliseconds = (minutes * 60_000 * shares[name]) / all
  const begun = performance.now()
  const rows = name === 'kills' ? await kill(milliseconds / 1_000) : await attack(name, milliseconds)
  results.push({ name, rows, seconds: Math.round((performance.now() - begun) / 1_000) })
}
const found = writeTable(results, { seed, write: !once })
process.exit(found === 0 ? 0 : 1)
