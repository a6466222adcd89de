import { readFileSync, existsSync } from 'node:fs'
import { converse } from '#engine/assistant/converse.ts'
import { applied } from '#engine/assistant/memory-edits.ts'
import { emptyMemory, type Memory } from '#engine/assistant/memory.ts'
import type { LoadedProject, Turn } from '#engine/assistant/turn.ts'
import { readProject } from '#engine/project/read.ts'
import type { Project } from '#engine/project/schema.ts'
import type { LanguageModel } from '#engine/ports/language-model.ts'
import { createRemoteModel } from '../src/assistant/remote/index.ts'
import { judge, resultOf, type Expected, type Verdict } from './judge.ts'

interface Request {
  id: string
  lang: string
  set?: 'open' | 'aside'
  projects: string[]
  active?: string
  focus?: { suite?: string; case?: string; step?: string; operation?: string }
  said: string[]
  attach?: Record<string, string>
  expect: Expected
}

interface Judged extends Verdict {
  request: Request
  turns: Turn[]
  took: number
}

const folder = new URL('.', import.meta.url)
const read = (name: string): string => readFileSync(name.startsWith('/') ? name : new URL(name, folder), 'utf8')

function projectNamed(name: string): Project {
  const result = readProject(read(`projects/${name}.aprj`))
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value.project
}

async function run(request: Request, model: LanguageModel | undefined): Promise<Judged> {
  let count = 0
  const newId = () => `n${(++count).toString().padStart(4, '0')}`
  const loaded: LoadedProject[] = request.projects.map((name) => ({ key: name, revision: '1', project: projectNamed(name) }))
  let memory: Memory = emptyMemory()
  const turns: Turn[] = []
  let took = 0
  let before = loaded[0]?.project as Project
  for (const [at, text] of request.said.entries()) {
    const began = performance.now()
    const conversed = await converse(
      memory,
      {
        text,
        projects: loaded,
        ...(request.active === undefined ? {} : { active: request.active }),
        ...(request.focus ? { focus: request.focus } : {}),
        ...(request.attach
          ? { attachments: Object.entries(request.attach).map(([name, content]) => ({ name, text: content })) }
          : {}),
      },
      { newId, now: () => performance.now(), ...(model ? { model } : {}) },
    )
    took = performance.now() - began
    memory = conversed.memory
    turns.push(conversed.turn)
    const { proposal } = conversed.turn
    const target = loaded.find(({ key }) => key === proposal?.project) ?? loaded[0]
    if (target) before = target.project
    const isLast = at === request.said.length - 1
    if (proposal && !proposal.created && target && !isLast) {
      target.project = resultOf(conversed.turn, target.project)
      target.revision += '1'
      memory = applied(memory, proposal, proposal.edit)
    }
  }
  const last = turns.at(-1)
  if (!last) throw new Error('nothing was said')
  return { ...(await judge(request.expect, last, before, memory)), request, turns, took }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)

/** The model of the environment, which is asked where the rules are unsure. */
function modelOf(env: NodeJS.ProcessEnv): LanguageModel | undefined {
  const { ASSAY_ASSISTANT_URL: url, ASSAY_ASSISTANT_MODEL: model, ASSAY_ASSISTANT_KEY: key, ASSAY_ASSISTANT_KIND: kind } = env
  if (url === undefined || model === undefined) return undefined
  return createRemoteModel(
    { kind: kind === 'anthropic' ? 'anthropic' : 'openai', url, model, ...(key === undefined ? {} : { key }) },
    { fetch },
  )
}

/** How often a model was asked, and what came of it. */
function modelRow(judged: readonly Judged[], title: string): string {
  const asked = judged.filter(({ turns }) => turns.some(({ sent }) => sent.length > 0))
  const used = asked.filter(({ turns }) => turns.some(({ understood }) => understood === title))
  const count = (verdict: Verdict['verdict']) => used.filter((one) => one.verdict === verdict).length
  return `${title}: asked for ${asked.length} of ${judged.length} requests; of ${used.length} that it answered usably ${count('right')} right, ${count('asked')} asked, ${count('wrong')} wrong`
}

/** Runs the requests and prints the table; gives the judgements. */
export async function main(args: readonly string[]): Promise<void> {
  const id = args[args.indexOf('--id') + 1]
  const own = args.includes('--file') ? args[args.indexOf('--file') + 1] : undefined
  const files =
    own !== undefined
      ? [own]
      : [
          'requests.jsonl',
          ...(existsSync(new URL('set-aside.jsonl', folder)) && !args.includes('--open') ? ['set-aside.jsonl'] : []),
        ]
  const requests = files.flatMap((file) =>
    read(file)
      .trim()
      .split('\n')
      .map((line) => ({ set: file === 'set-aside.jsonl' ? 'aside' : 'open', ...JSON.parse(line) }) as Request),
  )
  const wanted = args.includes('--id') ? requests.filter((one) => one.id === id) : requests
  const model = modelOf(process.env)
  const judged: Judged[] = []
  for (const request of wanted) {
    try {
      judged.push(await run(request, model))
    } catch (error) {
      judged.push({
        verdict: 'wrong',
        why: `threw ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' | ') : String(error)}`,
        request,
        turns: [],
        took: 0,
      })
    }
  }
  if (args.includes('--id')) for (const one of judged) print(JSON.stringify(one, null, 2).slice(0, 20_000))
  if (args.includes('--open') || args.includes('--show'))
    for (const { request, verdict, why, turns } of judged)
      if (verdict !== 'right')
        print(
          `${verdict} ${request.id} ${JSON.stringify(request.said)}\n   ${why}\n   -> ${turns.at(-1)?.kind ?? ''} ${turns.at(-1)?.slot ?? ''} ${turns.at(-1)?.text.slice(0, 120) ?? ''} ${JSON.stringify(turns.at(-1)?.proposal?.plan ?? '').slice(0, 300)}`,
        )
  if (model) print(modelRow(judged, model.title))
  const thrown = judged.filter(({ why }) => why.startsWith('threw')).length
  if (thrown > 0) print(`${thrown} threw an error`)
  print('| part | requests | right | asked | wrong | median ms |')
  print('|---|---|---|---|---|---|')
  for (const set of ['open', 'aside']) {
    const part = judged.filter(({ request }) => request.set === set)
    if (part.length === 0) continue
    const count = (verdict: Verdict['verdict']) => part.filter((one) => one.verdict === verdict).length
    const times = part.map(({ took }) => took).toSorted((a, b) => a - b)
    print(
      `| ${set} | ${part.length} | ${share(count('right'), part.length)} | ${share(count('asked'), part.length)} | ${share(count('wrong'), part.length)} | ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(1)} |`,
    )
  }
  for (const language of ['en', 'de', 'es', 'fr', 'zh']) {
    const part = judged.filter(({ request }) => request.lang === language)
    if (part.length > 0)
      print(
        `| ${language} | ${part.length} | ${share(part.filter(({ verdict }) => verdict === 'right').length, part.length)} | ${share(part.filter(({ verdict }) => verdict === 'asked').length, part.length)} | ${share(part.filter(({ verdict }) => verdict === 'wrong').length, part.length)} | |`,
      )
  }
}
