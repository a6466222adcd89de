import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lazyProblems } from '#engine/project/check/lazy-problems.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import { salvageProject } from '#engine/project/format/salvage.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { createManualClock, createScriptedHttp, fakePorts, memorySecrets, type Answer } from '#engine/ports/testing/index.ts'
import { loadReporters } from '#engine/reporters/index.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import { run } from '#engine/runner/run.ts'
import { main } from '#companion/main.ts'
import { createTestHost } from '#companion/testing/test-host.ts'
import type { Attack } from './attack.ts'
import type { Draw } from './draw.ts'
import { textMutations, valueMutations } from './mutations.ts'

const originals = ['src/engine/project/golden/full.aprj', 'src/companion/golden/every-kind.aprj', 'examples/orders.aprj']

/** Milliseconds after which a run on ports that answer at once is taken for one that hangs, and is stopped. */
const longest = 45_000

/** What acts on a terminal. */
const acting = /(?![\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

/** Mutated project files through all that reads one: reading, salvage, problems, `assay check`, writing, plan, run and reports. */
export const files: Attack = {
  title: 'Mutated project files',
  about:
    'One to four mutations of the golden projects and the sample, each read, salvaged, checked by `assay check`, written and read again, planned, run on ports that answer at once, and reported in every format. Nothing throws or hangs, every refusal, problem and broken step has its text, nothing that is printed acts on a terminal.',
  async start() {
    const texts = await Promise.all(originals.map((path) => readFile(path, 'utf8')))
    const folder = await mkdtemp(join(tmpdir(), 'assay-files-'))
    const file = join(folder, 'mutated.aprj')
    return {
      async once(draw) {
        const { row, text } = mutated(draw.one(texts), draw)
        const found: string[] = []
        const step = async (name: string, work: () => unknown): Promise<void> => {
          try {
            await work()
          } catch (thrown) {
            found.push(`${name}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`)
          }
        }
        await step('read', () => read(text, draw, step))
        await step('assay check', async () => {
          await writeFile(file, text)
          const host = createTestHost()
          const code = await main(['check', file], host)
          if (code !== 0 && code !== 2) throw new Error(`ended with ${code}`)
          if (host.said + host.printed === '') throw new Error('said nothing')
          if (acting.test(host.said + host.printed)) throw new Error('printed what acts on a terminal')
        })
        return { row, found }
      },
      close: () => rm(folder, { recursive: true }),
    }
  },
}

/** A damaged copy of a file, and the row of what was done to it first. */
function mutated(original: string, draw: Draw): { row: string; text: string } {
  const rows: string[] = []
  const root = JSON.parse(original) as Record<string, unknown>
  const ofText = draw.oneIn(4)
  for (let count = ofText ? draw.below(2) : 1 + draw.below(4); count > 0; count--) {
    const [row, mutate] = draw.one(Object.entries(valueMutations))
    rows.push(row)
    mutate(root, draw)
  }
  let text = JSON.stringify(root, undefined, draw.oneIn(2) ? 2 : 1)
  if (ofText) {
    const [row, mutate] = draw.one(Object.entries(textMutations))
    rows.unshift(row)
    text = mutate(text, draw)
  }
  return { row: rows[0] ?? '', text }
}

type Step = (name: string, work: () => unknown) => Promise<void>

async function read(text: string, draw: Draw, step: Step): Promise<void> {
  const result = readProject(text)
  if (result.ok) {
    for (const problem of problemsOf(result.value.project)) saysSomething('a problem', problem.text)
    return use(result.value.project, draw, step)
  }
  const { message, hint, places, salvageable } = result.error
  saysSomething('a refusal', message)
  saysSomething('the hint of a refusal', hint)
  for (const place of places) saysSomething('a place', place.text)
  if (!salvageable) return
  await step('salvage', async () => {
    const salvaged = salvageProject(text)
    if (!salvaged.ok) return saysSomething('nothing to salvage', salvaged.error)
    const again = readProject(writeProject(salvaged.value.project))
    if (!again.ok) throw new Error(`what was salvaged can't be read: ${again.error.message}`)
    await use(salvaged.value.project, draw, step)
  })
}

/** All that is done with a project that could be read. */
async function use(project: Project, draw: Draw, step: Step): Promise<void> {
  await step('write and read', () => {
    const written = writeProject(project)
    const again = readProject(written)
    if (!again.ok) throw new Error(`what was written can't be read: ${again.error.message}`)
    if (writeProject(again.value.project) !== written) throw new Error('written again it is another text')
  })
  await step('late problems', async () => {
    for (const problem of await lazyProblems(project)) saysSomething('a late problem', problem.text)
  })
  const environment = draw.oneIn(2) ? project.environments[0]?.id : undefined
  const planned = plan(project, { seed: 1, ...(environment === undefined ? {} : { environment }) })
  if (!planned.ok) return saysSomething('a refusal of the plan', planned.error.message)
  const { clock, http, secrets } = {
    clock: createManualClock({ auto: true }),
    http: createScriptedHttp(() => answer(draw)),
    secrets: memorySecrets({ 'demo/client-secret': 's3cret-of-a-client', 'sign/key': 'k'.repeat(40) }),
  }
  const events: RunEvent[] = []
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), longest)
  await step('run', async () => {
    await run(planned.value, fakePorts({ clock, http, secrets }), {
      signal: stop.signal,
      emit: (event) => void events.push(event),
      wantsDetails: true,
    })
    if (stop.signal.aborted) throw new Error(`did not end in ${longest} ms`)
    if (events.at(-1)?.type !== 'run-finished') throw new Error(`ended with ${events.at(-1)?.type}`)
    for (const event of events)
      if (event.type === 'step-finished' && event.outcome === 'broken') saysSomething('a broken step', event.message)
    const last = events.at(-1)
    if (last?.type === 'run-finished' && last.reason !== undefined) throw new Error(last.reason)
  })
  clearTimeout(timer)
  for (const { id, create } of await loadReporters())
    await step(`report ${id}`, () => {
      let report = ''
      const on = create(
        (chunk) => (report += chunk),
        () => undefined,
        { file: (_, text) => (report += text), summary: (text) => (report += text) },
      )
      for (const event of events) on(event)
      saysSomething(id, report)
      if (id === 'json') JSON.parse(report)
    })
}

const answers: readonly Answer[] = [
  { json: { id: 'o1', state: 'open', quantity: 2, access_token: 'a-token-of-the-server', token_type: 'Bearer', expires_in: 60 } },
  { json: { error: 'invalid_client' }, status: 401 },
  { json: [] },
  { body: '', status: 204 },
  { body: '{"__proto__":{"polluted":true}}', headers: [['content-type', 'application/json']] },
  { body: '['.repeat(5_000), headers: [['content-type', 'application/json']] },
  { body: new Uint8Array([0, 255, 254, 128]), headers: [['content-type', 'text/plain; charset=utf-8']] },
  { body: '<a xmlns:b=""><b:c/>', headers: [['content-type', 'text/xml']] },
  { status: 302, headers: [['location', 'http://[']] },
  { status: 500, body: 'x'.repeat(10_000) },
]

const answer = (draw: Draw): Answer => draw.one(answers)

function saysSomething(what: string, text: string | undefined): void {
  if (text === undefined || text.trim() === '') throw new Error(`${what} has no text`)
  if (text.includes('undefined') && !text.includes('"undefined"'))
    throw new Error(`${what} says undefined: ${text.slice(0, 200)}`)
  if (text.includes('[object Object]')) throw new Error(`${what} shows an object: ${text.slice(0, 200)}`)
}
