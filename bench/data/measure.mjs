// Loops over rows: what a loop costs against the same written out, and CSV against papaparse alone; whole processes, in turns.
import { fork, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const root = here('../..')
const program = here('../../bin/assay.js')
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

const count = 1_000
const rowsOfCsv = 1_000_000

const request = (number, value) => [
  { id: `r${number}`, kind: 'send-request', name: `Request ${value}`, url: '${url}', headers: [{ name: 'x-number', value }] },
  {
    id: `a${number}`,
    kind: 'assertion',
    name: 'Answered',
    checks: [
      { source: 'status', is: 'equals', value: 200 },
      { source: 'header', name: 'content-type', is: 'contains', value: 'json' },
      { source: 'json', path: '$.state', is: 'equals', value: 'open' },
    ],
  },
]

const project = (url, steps, more = {}) =>
  JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'bench',
    name: 'Bench',
    variables: [{ name: 'url', value: url }],
    ...more,
    suites: [{ id: 's', name: 'Rows', cases: [{ id: 'c', name: 'Rows', steps }] }],
  })

const writtenOut = (url) => project(url, Array.from({ length: count }, (_, n) => request(n + 1, String(n + 1))).flat())

const looped = (url) =>
  project(
    url,
    [
      { id: 'l', kind: 'loop-start', name: 'Rows', dataSource: 'd', mapping: [{ column: 'n', variable: 'n' }] },
      ...request(1, '${n}'),
      { id: 'e', kind: 'loop-end', name: 'Next' },
    ],
    {
      dataSources: [
        { id: 'd', name: 'rows', kind: 'csv', text: ['n', ...Array.from({ length: count }, (_, n) => String(n + 1))] },
      ],
    },
  )

function run(args) {
  const begun = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr || stdout}`)
  return { ms: performance.now() - begun, stdout }
}

async function measureLoop(folder, rounds) {
  const server = fork(here('../cli/server.mjs'))
  try {
    const port = await new Promise((resolve) => server.once('message', resolve))
    const url = `http://127.0.0.1:${port}/orders`
    const files = [
      ['out', writtenOut(url)],
      ['loop', looped(url)],
    ].map(([name, text]) => {
      const file = join(folder, `${name}.aprj`)
      writeFileSync(file, text)
      run([program, 'run', file])
      return file
    })
    // The best of each: other programs on the machine don't count.
    const best = [Infinity, Infinity]
    for (let round = 0; round < rounds; round++)
      for (const [index, file] of files.entries()) best[index] = Math.min(best[index], run([program, 'run', file]).ms)
    return best[1] / best[0]
  } finally {
    server.kill()
  }
}

/** The peak of memory of the program that goes through the file to its last row, in MiB. */
function peakOfProgram(folder) {
  const loop = { id: 'l', kind: 'loop-start', name: 'Last', dataSource: 'd', from: rowsOfCsv }
  const steps = [loop, { id: 'w', kind: 'wait', name: 'Wait', seconds: 0 }, { id: 'e', kind: 'loop-end', name: 'Next' }]
  const file = join(folder, 'csv.aprj')
  writeFileSync(file, project('', steps, { dataSources: [{ id: 'd', name: 'rows', kind: 'csv', file: 'rows.csv' }] }))
  const args = ['--import', here('../cli/peak-memory.mjs'), program, 'run', file]
  const { status, output } = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${output.join('\n')}`)
  return Number(output[3])
}

async function measureCsv(folder, rounds) {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: { ssr: 'bench/data/csv.ts', target: 'node20', outDir: folder, emptyOutDir: false },
    ssr: { target: 'node', noExternal: true },
  })
  const file = join(folder, 'rows.csv')
  const lines = Array.from({ length: rowsOfCsv }, (_, n) => `${n},user${n}@example.org,"Doe, Jane ${n}",${n % 7},2026-01-01`)
  writeFileSync(file, `id,mail,name,kind,day\n${lines.join('\n')}\n`)
  const once = (how) => JSON.parse(run([join(folder, 'csv.js'), how, file]).stdout)
  const times = { stream: [], engine: [] }
  for (let round = 0; round < rounds; round++) for (const how of Object.keys(times)) times[how].push(once(how).ms)
  const engine = median(times.engine)
  return { stream: median(times.stream) / engine, ms: engine, mib: peakOfProgram(folder) }
}

/** The ratio of a loop, and the speed of CSV against papaparse's own: 1 is as fast. */
export async function measureData({ rounds = 5 } = {}) {
  const folder = mkdtempSync(join(root, 'node_modules', '.bench-data-'))
  try {
    return { loop: await measureLoop(folder, rounds), csv: await measureCsv(folder, Math.min(rounds, 3)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await measureData())
