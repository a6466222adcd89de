import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Attack, Try } from './attack.ts'
import { hostileImports, type HostileImport } from './hostile-imports.ts'

/** Seconds that an import may take, and that it may take to end then. */
const seconds = { deadline: 10, more: 1 }

/** MiB that it may take: its heap, and Node, the program and the file besides. */
const mostMemory = 2_600

/** Hostile files of every format, to the built `assay import`. */
export const imports: Attack = {
  title: 'Hostile imports',
  about:
    'Small files that ask for a great deal of work, in every format that is imported, to the built `assay import --timeout 10`. It ends within a second of its deadline, with a project or with a message and exit code 2, and takes less than 2,600 MiB.',
  async start() {
    const folder = await mkdtemp(join(tmpdir(), 'assay-imports-'))
    return {
      async once(draw): Promise<Try> {
        const one = draw.one(hostileImports)
        // Each size differs from the measured ones.
        return { row: one.name, found: await flaws(one, draw.oneIn(3) ? 1 : (1 + draw.below(99)) / 100, folder) }
      },
      close: () => rm(folder, { recursive: true }),
    }
  },
}

async function flaws({ file, text }: HostileImport, size: number, folder: string): Promise<string[]> {
  const path = join(folder, 'in', file)
  await rm(join(folder, 'in'), { recursive: true, force: true })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text(size))
  const output = join(folder, 'out.aprj')
  await rm(output, { force: true })
  const { code, took, said, peak } = await run(['import', 'auto', path, '-o', output, '--timeout', String(seconds.deadline)])
  const found: string[] = []
  if (code !== 0 && code !== 2) found.push(`ended with ${code}: ${said.slice(-600)}`)
  if (took > seconds.deadline + seconds.more) found.push(`took ${took.toFixed(1)} s`)
  if (said.trim() === '') found.push('says nothing')
  if (peak > mostMemory) found.push(`${Math.round(peak)} MiB`)
  const fault = /Internal error|TypeError|RangeError|Cannot read|is not a function/.exec(said)
  if (fault !== null) found.push(`it says: ${said.slice(Math.max(0, fault.index - 200), fault.index + 300)}`)
  return found.map((flaw) => `${flaw} (size ${size})`)
}

interface Ended {
  code: number | string | null
  /** Seconds from when the program can be asked to end. */
  took: number
  said: string
  /** MiB. */
  peak: number
}

/** Runs the built program; it tells its peak of memory itself, behind all else. */
function run(args: readonly string[]): Promise<Ended> {
  const tell = `import { writeSync } from 'node:fs'; import { isMainThread } from 'node:worker_threads'
    if (isMainThread) process.on('exit', () => writeSync(2, '\\npeak ' + process.resourceUsage().maxRSS / 1024))`
  const preload = `data:text/javascript,${encodeURIComponent(tell)}`
  const begun = performance.now()
  const child = spawn(process.execPath, ['--import', preload, 'bin/assay.js', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const take = (chunk: Buffer) => (said = (said + chunk.toString()).slice(-100_000))
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const silence = setTimeout(() => child.kill('SIGKILL'), 60_000)
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(silence)
      const peak = /\npeak ([\d.]+)$/.exec(said)
      resolve({
        code: code ?? signal,
        took: (performance.now() - begun) / 1_000,
        said: peak === null ? said : said.slice(0, peak.index),
        peak: Number(peak?.[1] ?? 0),
      })
    })
  })
}
