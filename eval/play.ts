import { readFileSync } from 'node:fs'
import { converse } from '#engine/assistant/converse.ts'
import { decided, emptyMemory, type Memory } from '#engine/assistant/memory.ts'
import type { Turn } from '#engine/assistant/turn.ts'
import type { Clock, Completion, LanguageModel, ModelMessage, ToolCall } from '#engine/ports/index.ts'
import { applyEdit } from '#engine/project/edit/edit.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { Expected } from './expected.ts'

/** What a tester says in one conversation, and what has to come of it. */
export interface EvalRequest {
  id: string
  /** The project, or the API definition that it is made from. */
  api: string
  kind: 'flow' | 'change' | 'negative' | 'design' | 'question' | 'hostile'
  lang: string
  said: string[]
  attach?: Record<string, string>
  expect: Expected
}

/** One reply of a model, as a replay keeps it. */
export type Reply = Pick<Completion, 'text'> & { calls: Pick<ToolCall, 'name' | 'arguments'>[] }

/** A conversation that was carried on. */
export interface Played {
  turns: Turn[]
  before: Project
  after: Project
  memory: Memory
  replies: Reply[]
}

/** The project that a proposal leaves. */
export function applied(turn: Turn, project: Project): Project {
  if (!turn.proposal) return project
  const after = applyEdit(stateOf(project), turn.proposal.edit, 'forward')
  return joinProject(after.head, ({ id }) => after.cases.get(id))
}

/** Time stands still: recording by hand takes as long as it takes, and replays are the same each time. */
const stillClock: Pick<Clock, 'monotonic' | 'sleep'> = {
  monotonic: () => 0,
  sleep: (_, signal) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('over')), { once: true })),
}

/** Carries a conversation on; each proposal is applied before the next message. */
export async function play(request: EvalRequest, project: Project, model: LanguageModel | undefined): Promise<Played> {
  const replies: Reply[] = []
  const recording = model && recordedInto(model, replies)
  let memory = emptyMemory()
  let now = project
  const turns: Turn[] = []
  const attachments = Object.entries(request.attach ?? {}).map(([name, text]) => ({ name, text }))
  for (const [at, text] of request.said.entries()) {
    const said = { text, projects: [{ key: request.api, revision: String(at), project: now }], active: request.api, attachments }
    const conversed = await converse(memory, said, {
      clock: stillClock,
      seed: at + 1,
      signal: new AbortController().signal,
      model: recording,
      secrets: async () => [],
    })
    turns.push(conversed.turn)
    now = applied(conversed.turn, now)
    memory = conversed.turn.proposal ? decided(conversed.memory, 'applied') : conversed.memory
  }
  return { turns, before: project, after: now, memory, replies }
}

function recordedInto(model: LanguageModel, replies: Reply[]): LanguageModel {
  return {
    ...model,
    async complete(messages, options) {
      const completion = await model.complete(messages, options)
      const calls = completion.calls.map((call) => ({ name: call.name, arguments: call.arguments }))
      replies.push({ text: completion.text, calls })
      return completion
    },
  }
}

/** A model that repeats recorded replies; its conversations must take as many rounds as the recorded ones. */
export function replayed(file: string): LanguageModel {
  const replies = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Reply)
  let at = 0
  return {
    title: 'recorded',
    ability: 'tools',
    async complete(_messages: readonly ModelMessage[]): Promise<Completion> {
      const reply = replies[at++]
      if (!reply) throw new Error(`${file} has no reply ${at}.`)
      const calls = reply.calls.map((call, index) => ({ id: `call_${at}_${index}`, ...call }))
      return { text: reply.text, calls, stop: 'end' }
    },
  }
}
