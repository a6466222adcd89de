// `node bench/load/measure.mjs`: how much load one process makes, 32 users and three checks for each request, against the small JSON server of
// the command line's bench; and beside it, in turns, what a bare loop of as many undici requests and, where it is on the PATH, k6 do.
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { median } from '../cli/measure.mjs'

const [users, seconds, pairs] = [32, 5, 3]
const assay = fileURLToPath(new URL('../../bin/assay.js', import.meta.url))

const projectOf = (url) => ({
  format: 'aprj',
  version: 1,
  id: 'load',
  name: 'Load',
  suites: [
    {
      id: 'suite',
      name: 'Suite',
      cases: [
        {
          id: 'case',
          name: 'Case',
          steps: [
            { id: 'get', kind: 'send-request', name: 'Get', method: 'GET', url: `${url}/orders` },
            {
              id: 'check',
              kind: 'assertion',
              name: 'Check',
              checks: [
                { source: 'status', is: 'equals', value: 200 },
                { source: 'header', name: 'content-type', is: 'contains', value: 'json' },
                { source: 'json', path: '$.state', is: 'equals', value: 'open' },
              ],
            },
          ],
        },
      ],
    },
  ],
})

/** `assay load` of the project in a folder. */
function load(folder, ...more) {
  const args = [assay, 'load', join(folder, 'load.aprj'), 'Case', '--users', users, '--duration', seconds, ...more]
  return spawnSync(process.execPath, args.map(String))
}

function byAssay(folder) {
  const report = join(folder, 'report.json')
  const done = load(folder, '--quiet', '--reporter', `json=${report}`)
  if (done.status !== 0) throw new Error(String(done.stderr))
  const { summary } = JSON.parse(readFileSync(report, 'utf8'))
  return { perSecond: summary.requestsPerSecond, p99: summary.duration.p99 }
}

async function byLoop(url) {
  const pool = new Pool(url, { connections: users })
  let count = 0
  const until = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: users }, async () => {
      while (performance.now() < until) {
        const { body } = await pool.request({ path: '/orders', method: 'GET' })
        await body.json()
        count++
      }
    }),
  )
  await pool.close()
  return { perSecond: count / seconds }
}

function byK6(folder) {
  const script = join(folder, 'load.js')
  const written = load(folder, '--export', 'k6', script)
  if (written.status !== 0) throw new Error(String(written.stderr))
  const summary = join(folder, 'k6.json')
  const done = spawnSync('k6', ['run', '--quiet', '--summary-export', summary, script])
  if (done.error) return undefined
  const { metrics } = JSON.parse(readFileSync(summary, 'utf8'))
  return { perSecond: metrics.http_reqs.rate, p99: metrics.http_req_duration['p(99)'] }
}

const folder = mkdtempSync(join(tmpdir(), 'assay-load-'))
const server = fork(fileURLToPath(new URL('../cli/server.mjs', import.meta.url)))
const [port] = await once(server, 'message')
const url = `http://127.0.0.1:${port}`
writeFileSync(join(folder, 'load.aprj'), JSON.stringify(projectOf(url)))
const runs = { 'bare loop': [], 'assay load': [], k6: [] }
for (let pair = 0; pair < pairs; pair++) {
  runs['bare loop'].push(await byLoop(url))
  runs['assay load'].push(byAssay(folder))
  const k6 = byK6(folder)
  if (k6) runs.k6.push(k6)
}
console.log(`${users} users, 3 checks, medians of ${pairs}`)
for (const [name, found] of Object.entries(runs)) {
  if (found.length === 0) console.log(`${name}: not on the PATH`)
  else {
    const p99 = found[0].p99 === undefined ? '' : `, p99 ${median(found.map((one) => one.p99)).toFixed(1)} ms`
    console.log(`${name}: ${median(found.map(({ perSecond }) => perSecond)).toFixed(0)} requests/s${p99}`)
  }
}
server.kill()
rmSync(folder, { recursive: true })
