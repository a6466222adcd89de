import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attack } from './attack.ts'
import { hostileChecks, type HostileCheck } from './hostile-checks.ts'
import { hostileScripts } from './hostile-scripts.ts'

/** Milliseconds that a step may take with its deadline of 5 s, that Ctrl+C may take, and that the whole may on a machine that does other work. */
const most = { step: 6_000, interrupt: 500, whole: 15_000 }

const all = [...hostileChecks, ...hostileScripts]

/** The case with the hostile rule, and one after it, which must pass. */
export function projectOf({ as, rule }: HostileCheck, url: string): string {
  const request = { id: 'r', kind: 'send-request', name: 'R', url }
  const healthy = { id: 'h', kind: 'assertion', name: 'H', checks: [{ source: 'status', is: 'equals', value: 200 }] }
  const steps = {
    check: [request, { id: 'x', kind: 'assertion', name: 'X', checks: [rule] }],
    transfer: [request, { id: 'x', kind: 'data-transfer', name: 'X', transfers: [rule] }],
    onlyIf: [request, { ...healthy, id: 'x', onlyIf: [rule] }],
    script: [request, { id: 'x', kind: 'script', name: 'X', ...rule }],
    until: [{ ...request, id: 'x', until: { checks: [rule], every: 1, atMost: 2 } }],
  }[as]
  const after = [{ id: 'r2', kind: 'send-request', name: 'R2', url }, healthy]
  return JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'p',
    name: 'P',
    suites: [
      {
        id: 's',
        name: 'S',
        cases: [
          { id: 'c1', name: 'C1', steps },
          { id: 'c2', name: 'C2', steps: after },
        ],
      },
    ],
  })
}

interface Ended {
  code: number | null
  milliseconds: number
  /** From the interrupt to the end. */
  heard: number
  said: string
}

function program(args: string[], interruptAfter?: number): Promise<Ended> {
  return new Promise((resolve) => {
    const begun = performance.now()
    const child = spawn(process.execPath, ['bin/assay.js', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
    let interrupted = 0
    const interrupt =
      interruptAfter === undefined
        ? undefined
        : setTimeout(() => {
            interrupted = performance.now()
            child.kill('SIGINT')
          }, interruptAfter)
    const kill = setTimeout(() => child.kill('SIGKILL'), 40_000)
    child.once('exit', (code) => {
      clearTimeout(interrupt)
      clearTimeout(kill)
      const now = performance.now()
      resolve({ code, milliseconds: now - begun, heard: interrupted === 0 ? 0 : now - interrupted, said })
    })
  })
}

interface Reported {
  suites: { cases: { steps: { id: string; outcome: string; duration?: number }[] }[] }[]
}

/** Checks that should never end, in the built `assay run`: each ends by its deadline, only its step is broken, and Ctrl+C is heard. */
export const checks: Attack = {
  title: 'Hostile checks',
  about: 'Each ends within its deadline, only its step is broken, and Ctrl+C is heard in the middle.',
  async start() {
    const folder = await mkdtemp(join(tmpdir(), 'assay-checks-'))
    let current: HostileCheck | undefined
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': current?.type ?? 'text/plain' }).end(current?.body() ?? '')
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const file = join(folder, 'p.aprj')
    const report = join(folder, 'r.json')
    return {
      async once(draw) {
        const hostile = draw.one(all)
        current = hostile
        const found: string[] = []
        await writeFile(file, projectOf(hostile, url))
        await rm(report, { force: true })
        const interruptAfter = draw.oneIn(5) ? 1_500 : undefined
        const args = ['run', file, '--timeout', '20', '--reporter', `json=${report}`, '--reporter', 'list']
        const { code, milliseconds, heard, said } = await program(args, interruptAfter)
        if (heard > most.interrupt) found.push(`Ctrl+C was heard after ${Math.round(heard)} ms: ${hostile.name}`)
        if (milliseconds > most.whole) found.push(`it took ${Math.round(milliseconds)} ms: ${hostile.name}`)
        if (heard > 0 ? code !== 130 : ![0, 1, 3].includes(code ?? -1))
          found.push(`exit code ${code}: ${hostile.name}: ${said.slice(-300)}`)
        if (heard === 0) {
          const { suites } = JSON.parse(await readFile(report, 'utf8')) as Reported
          for (const { id, outcome, duration = 0 } of suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps))) {
            if (id !== 'x' && outcome !== 'passed') found.push(`step ${id} is ${outcome}: ${hostile.name}`)
            // One that asks again takes as long as it asks.
            if (id === 'x' && duration > most.step + (hostile.as === 'until' ? 3_000 : 0))
              found.push(`its step took ${Math.round(duration)} ms: ${hostile.name}`)
          }
        }
        return { row: hostile.name.split(':', 1)[0] ?? '', found }
      },
      async close() {
        server.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}
