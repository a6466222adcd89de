import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRemoteModel, type RemoteKind } from '#assistant/remote/index.ts'
import type { LanguageModel } from '#engine/ports/index.ts'
import { judge, type Verdict } from './judge.ts'
import { play, replayed, type EvalRequest } from './play.ts'
import { hasDefinition, projectNamed, type Seeds } from './projects.ts'

/** A request with what came of it. */
export interface Judged extends Verdict {
  request: EvalRequest
  rounds: number
  calls: number
  /** Bytes that were sent, of all rounds. */
  bytes: number
}

/** Where requests, definitions and recordings are. */
export interface EvalFolder {
  folder: string
  requests?: string
  replays?: string
}

/** Replays or records each request that has a recording, or all of them with a model, and judges what comes of it. */
export async function evaluate(
  { folder, requests = join(folder, 'requests.jsonl'), replays = join(folder, 'replays') }: EvalFolder,
  ids: readonly string[] = [],
  live?: LanguageModel,
): Promise<Judged[]> {
  const seeds = JSON.parse(readFileSync(join(folder, 'seeds.json'), 'utf8')) as Record<string, Seeds>
  const wanted = linesOf<EvalRequest>(requests).filter(
    ({ id, api }) => (ids.length === 0 || ids.includes(id)) && hasDefinition(api, folder),
  )
  if (live) mkdirSync(replays, { recursive: true })
  const judged: Judged[] = []
  const one = async (request: EvalRequest) => {
    const file = join(replays, `${request.id}.jsonl`)
    if (!live && !existsSync(file)) throw new Error(`${request.id} has no recording: npm run eval -- --live --ids ${request.id}`)
    const project = await projectNamed(request.api, folder, seeds[request.api] ?? {})
    const played = await play(request, project, live ?? replayed(file))
    if (live) writeFileSync(file, played.replies.map((reply) => `${JSON.stringify(reply)}\n`).join(''))
    const rounds = played.turns.flatMap((turn) => turn.rounds)
    judged.push({
      request,
      ...(await judge(request, played)),
      rounds: rounds.length,
      calls: rounds.reduce((sum, { calls }) => sum + calls.length, 0),
      bytes: rounds.reduce((sum, { sent }) => sum + Buffer.byteLength(sent), 0),
    })
  }
  // A model by hand answers many at once; replays come one after the other.
  if (live) await Promise.all(wanted.map(one))
  else for (const request of wanted) await one(request)
  return judged
}

const linesOf = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

/** The table by kinds of requests. */
export function tableOf(judged: readonly Judged[]): string {
  const kinds = ['flow', 'change', 'negative', 'design', 'question', 'hostile'] as const
  const rows = [
    ...kinds.map((kind) => [kind, judged.filter(({ request }) => request.kind === kind)] as const),
    ['all', judged] as const,
  ]
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const line = ([title, part]: readonly [string, readonly Judged[]]) => {
    const count = (verdict: Verdict['verdict']) => part.filter((one) => one.verdict === verdict).length
    const rounds = part.map((one) => one.rounds)
    const size = median(part.map(({ bytes }) => bytes))
    return `| ${title} | ${part.length} | ${count('right')} | ${count('asked')} | ${count('wrong')} | ${median(rounds)} (${Math.max(0, ...rounds)}) | ${(size / 1000).toFixed(1)} kB |`
  }
  return [
    '| kind | requests | right | asked | wrong | rounds: median (most) | sent: median |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(line),
  ].join('\n')
}

/** `npm run eval`: replays, prints the table and what is not right; 1 if something is wrong. */
export async function main(args: readonly string[]): Promise<number> {
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const [requests, replays] = [option('--requests'), option('--replays')]
  const judged = await evaluate(
    {
      folder: option('--folder') ?? 'eval',
      ...(requests === undefined ? {} : { requests }),
      ...(replays === undefined ? {} : { replays }),
    },
    option('--ids')?.split(',') ?? [],
    args.includes('--live') ? modelOf(process.env) : undefined,
  )
  const print = (line: string): void => void process.stdout.write(`${line}\n`)
  for (const { request, verdict, why } of judged)
    if (verdict !== 'right') print(`${verdict} ${request.id} ${request.said.join(' / ')}\n   ${why.join('\n   ')}`)
  print(tableOf(judged))
  return judged.some(({ verdict }) => verdict === 'wrong') ? 1 : 0
}

/** The model of the environment; it may take its time. */
function modelOf(environment: NodeJS.ProcessEnv): LanguageModel {
  const {
    ASSAY_ASSISTANT_URL: url,
    ASSAY_ASSISTANT_MODEL: model = 'default',
    ASSAY_ASSISTANT_KEY: key,
    ASSAY_ASSISTANT_KIND: kind,
  } = environment
  if (!url) throw new Error('Set ASSAY_ASSISTANT_URL, and ASSAY_ASSISTANT_MODEL, _KEY and _KIND where the server needs them.')
  const settings = { kind: (kind === 'anthropic' ? 'anthropic' : 'openai') as RemoteKind, url, model, key }
  return createRemoteModel(settings, { fetch: globalThis.fetch, limits: { first: 3_600_000, idle: 3_600_000 } })
}
