import type { WorkingMemory } from '#engine/tools/tool-session.ts'
import type { Turn } from './turn.ts'

/** One exchange of the conversation, as the next request tells it to a model. */
export interface Exchange {
  said: string
  kind: Turn['kind']
  /** What was replied: an answer, a question with its options, the summary of a proposal. */
  text: string
}

/** What is remembered of a conversation: plain JSON without secrets, which its host keeps, shows and clears. Results of tools are not in it. */
export interface Memory {
  version: 2
  history: readonly Exchange[]
  /** What tools found out: designs, answers, the last change. */
  working: WorkingMemory
  /** A message that held a credential, without it, until it is decided what becomes of that. */
  withheld?: { text: string; variables: string[] }
  /** A command that waits for a choice: of a project, or of several things with one name. */
  pending?: PendingCommand
}

/** The command run for each reply to a question. */
export interface PendingCommand {
  options: readonly {
    reply: string
    /** The command again, in this project. */
    text?: string
    project: string
    form?: { id: string; fields: Readonly<Record<string, string>> }
  }[]
}

/** Memory of a new conversation. */
export const emptyMemory = (): Memory => ({ version: 2, history: [], working: { version: 1, designs: [], answers: {} } })

/** What was said, and the result, at most. */
const mostExchanges = 12
const longestSaid = 2_000

/** The memory after a turn. */
export function remembered(
  memory: Memory,
  working: WorkingMemory,
  { said, kind, text, options = [], notDone = [] }: Turn,
): Memory {
  const rest = { ...memory }
  delete rest.withheld
  delete rest.pending
  const told = [text, ...options.map((option) => `- ${option}`), ...notDone.map((one) => `Not done: ${one}`)].join('\n')
  const exchange = { said: said.slice(0, longestSaid), kind, text: told.slice(0, longestSaid) }
  return { ...rest, working, history: [...memory.history, exchange].slice(-mostExchanges) }
}

/** The memory after a proposal was applied or discarded: the model is informed, since it can't see it. */
export const decided = (memory: Memory, what: 'applied' | 'discarded'): Memory => {
  const last = memory.history.findLastIndex(({ kind }) => kind === 'proposal')
  return {
    ...memory,
    history: memory.history.map((one, at) => (at === last ? { ...one, text: `${one.text}\n(${what})` } : one)),
  }
}

/** A turn, and the memory after it. */
export interface Conversed {
  memory: Memory
  turn: Turn
}
