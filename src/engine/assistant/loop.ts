import { AssayError } from '#engine/base/errors.ts'
import { formatSize } from '#engine/base/format-size.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import type { Clock, Completion, LanguageModel, ModelMessage, ModelTool, TokenCount, ToolCall } from '#engine/ports/index.ts'
import { lastRound, notDone, nudge } from './prompt.ts'
import type { OutgoingCheck } from './safety/outgoing.ts'
import { withoutShapes } from './safety/shapes.ts'
import { conversationTexts as texts } from './texts.ts'
import type { ToolResult } from '#engine/tools/tool-session.ts'

/** What one turn may take, at most. */
export const loopLimits = {
  rounds: 8,
  /** Calls of one round. */
  calls: 6,
  /** Proposals with problems. */
  refused: 3,
  /** Characters of results. */
  results: 60_000,
  /** Characters of one call's arguments. */
  arguments: 200_000,
  /** Milliseconds. */
  round: 120_000,
  turn: 300_000,
  /** Tokens of one reply. */
  tokens: 8_000,
} as const

/** One call of a tool: what was requested and what came back, for users. Plain JSON. */
export interface Look {
  round: number
  name: string
  /** "Read POST /orders". */
  title: string
  arguments: unknown
  kind: ToolResult['kind']
  result: string
}

/** One exchange with a model. */
export interface Round {
  /** Every byte that left; of a model in this browser, what it was given. */
  sent: string
  calls: Look[]
  /** What the model wrote besides. */
  text?: string
  usage?: TokenCount
}

/** How far a turn is. */
export type Progress =
  | { kind: 'round'; round: number; rounds: number; looks: number; results: number; took: number }
  | { kind: 'look'; look: Look }

/** The tools of one turn: what they are, and one call. */
export interface Toolbox {
  specs: readonly ModelTool[]
  call(name: string, args: Record<string, unknown>): ToolResult | Promise<ToolResult>
}

/** What the loop needs. */
export interface LoopPorts {
  model: LanguageModel
  clock: Pick<Clock, 'monotonic' | 'sleep'>
  signal: AbortSignal
  check: OutgoingCheck
  /** Masks what must not be in a result, before it becomes part of a message. */
  mask?(text: string): string
  onText?: ((piece: string) => void) | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

/** How a turn ended: by a tool that ends it, or at a limit. */
export interface LoopEnd {
  result: Exclude<ToolResult, { kind: 'data' | 'problems' }>
  rounds: Round[]
}

/** What every request of a turn starts with; nothing of it depends on the project. */
export const constantText = (specs: readonly ModelTool[], system: string): string => `${system}${JSON.stringify(specs)}`

/**
 * Lets a model look and propose until it ends its turn: at most eight rounds of at most six calls. Whatever leaves is searched
 * first. Rejects with AssayError `cancelled` or `model-unusable`; the rounds so far are passed to `onRound` in any case.
 */
export async function runLoop(
  begun: readonly ModelMessage[],
  toolbox: Toolbox,
  ports: LoopPorts,
  onRound: (round: Round) => void = () => undefined,
): Promise<LoopEnd> {
  const { clock, onProgress } = ports
  const began = clock.monotonic()
  const messages: ModelMessage[] = [...begun]
  const rounds: Round[] = []
  let results = 0
  let refused = 0
  let nudged = false
  const end = (result: LoopEnd['result']): LoopEnd => ({ result, rounds })
  for (let number = 1; number <= loopLimits.rounds; number++) {
    const took = clock.monotonic() - began
    if (took >= loopLimits.turn) return end({ kind: 'refusal', text: texts.limits.time(loopLimits.turn / 60_000) })
    const looks = rounds.reduce((sum, { calls }) => sum + calls.length, 0)
    onProgress?.({ kind: 'round', round: number, rounds: loopLimits.rounds, looks, results, took })
    const round: Round = { sent: '', calls: [] }
    rounds.push(round)
    onRound(round)
    const completion = await askModel(
      messages,
      toolbox.specs,
      ports,
      round,
      undefined,
      Math.min(loopLimits.round, loopLimits.turn - took),
    )
    if (completion.usage) round.usage = completion.usage
    if (completion.text !== '') round.text = completion.text
    if (completion.stop === 'refused') return end({ kind: 'refusal', text: completion.text || texts.refusedByModel })
    if (completion.calls.length === 0) {
      if (completion.stop === 'length') return end({ kind: 'refusal', text: texts.cutOff })
      if (nudged) return end({ kind: 'answer', text: completion.text || texts.nothingSaid })
      nudged = true
      messages.push({ role: 'assistant', content: completion.text || '…' }, { role: 'user', content: nudge })
      continue
    }
    // What is called a hundred times is heard six times.
    const calls = completion.calls.slice(0, loopLimits.calls)
    // What is too large isn't run, and isn't sent back in every later round either.
    const kept = calls.map((one) => (sizeOf(one) > loopLimits.arguments ? { ...one, arguments: {} } : one))
    messages.push({ role: 'assistant', content: completion.text, calls: kept })
    let ended: LoopEnd['result'] | undefined
    for (const call of calls) {
      const result = ended ? problem(notDone.afterEnd) : await carriedOut(call, toolbox, results > loopLimits.results)
      if (result.kind !== 'data' && result.kind !== 'problems') ended = result
      const text = result.kind === 'proposal' ? result.summary : textFor(result.text, ports)
      results += text.length
      if (result.kind === 'problems' && call.name === 'propose_changes') {
        refused++
        if (refused >= loopLimits.refused && !ended)
          ended = { kind: 'refusal', text: texts.limits.refused(loopLimits.refused, text) }
      }
      const look = lookOf(number, call, result, text)
      round.calls.push(look)
      onProgress?.({ kind: 'look', look })
      messages.push({ role: 'tool', call: call.id, content: text })
    }
    if (ended) return end(ended)
    if (completion.calls.length > calls.length) messages.push({ role: 'user', content: notDone.tooMany(loopLimits.calls) })
    if (number === loopLimits.rounds - 1) messages.push({ role: 'user', content: lastRound })
  }
  return end({ kind: 'refusal', text: texts.limits.rounds(loopLimits.rounds) })
}

/** One request, which never contains a secret and has a time limit. Its contents are recorded in `round`. */
export async function askModel(
  messages: readonly ModelMessage[],
  specs: readonly ModelTool[],
  { model, clock, signal, check, onText }: LoopPorts,
  round: Round,
  schema?: Record<string, unknown>,
  within: number = loopLimits.round,
): Promise<Completion> {
  const stopper = new AbortController()
  const stop = () => stopper.abort()
  if (signal.aborted) throw new AssayError('cancelled', texts.cancelled)
  signal.addEventListener('abort', stop, { once: true })
  const done = new AbortController()
  let isLate = false
  const late = async () => {
    // It rejects when the round is over: then nothing is late.
    const slept = await clock.sleep(within, done.signal).then(
      () => true,
      () => false,
    )
    isLate = slept
    if (slept) stop()
  }
  void late()
  const own = messages.filter(({ role }) => role === 'assistant')
  const written = own.map(({ content, calls }) => `${content}\n${JSON.stringify(calls ?? [])}`).join('\n')
  const searched = (body: string) => {
    const found = check(body, written)
    if (found !== undefined) throw new AssayError('model-unusable', found, { hint: texts.safety.hint })
    round.sent = body
  }
  try {
    searched(JSON.stringify({ messages, tools: specs }))
    round.sent = JSON.stringify(messages)
    return await model.complete(messages, {
      ...(specs.length > 0 ? { tools: specs } : {}),
      ...(schema ? { schema } : {}),
      maxTokens: loopLimits.tokens,
      signal: stopper.signal,
      onText,
      onSend: searched,
    })
  } catch (thrown) {
    if (isLate && !signal.aborted)
      throw new AssayError('model-unusable', texts.limits.round(Math.round(within / 1000)), { hint: texts.limits.roundHint })
    throw thrown
  } finally {
    done.abort()
    signal.removeEventListener('abort', stop)
  }
}

const problem = (text: string): ToolResult => ({ kind: 'problems', text })

async function carriedOut(
  { name, arguments: given, problem: unread }: ToolCall,
  toolbox: Toolbox,
  isEnough: boolean,
): Promise<ToolResult> {
  const known = toolbox.specs.map((one) => one.name)
  if (!known.includes(name)) return problem(notDone.unknown(name.slice(0, 60), known))
  if (unread !== undefined) return problem(unread)
  if (!isObject(given)) return problem(notDone.noObject)
  if (sizeOf({ arguments: given }) > loopLimits.arguments) return problem(notDone.tooLarge(formatSize(loopLimits.arguments)))
  if (isEnough && !endings.has(name)) return problem(notDone.enough)
  return toolbox.call(name, given)
}

/** Tools that may still be called when enough was read. */
const endings: ReadonlySet<string> = new Set(['propose_changes', 'answer', 'ask', 'refuse'])

/** A result as the model gets it: without what looks like a credential, whatever document or file it is from. */
const textFor = (text: string, { mask = (same) => same }: LoopPorts): string => withoutShapes(mask(text))

/** Characters of a call's arguments as JSON. */
const sizeOf = ({ arguments: given }: Pick<ToolCall, 'arguments'>): number => JSON.stringify(given)?.length ?? 0

/** Characters of a call that are shown to users. */
const mostShown = 4_000

function lookOf(round: number, { name, arguments: given }: ToolCall, { kind }: ToolResult, result: string): Look {
  const size = sizeOf({ arguments: given })
  return {
    round,
    name: name.slice(0, 60),
    title: titleOf(name, given),
    arguments: size > mostShown * 4 ? `${formatSize(size)}` : given,
    kind,
    result: result.slice(0, mostShown * 2),
  }
}

function titleOf(name: string, given: unknown): string {
  const value = (key: string): string => {
    const found = isObject(given) ? given[key] : undefined
    return typeof found === 'string' ? found.slice(0, 80) : ''
  }
  const about = value('operation') || value('case') || value('query') || value('method')
  const looks: Record<string, (about: string) => string> = texts.looks
  return Object.hasOwn(looks, name) ? (looks[name]?.(about) ?? name) : texts.looks.other(name.slice(0, 60))
}
