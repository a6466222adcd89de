import { createSignal } from 'solid-js'
import { createStore, produce } from 'solid-js/store'
import { emptyMemory, type Memory } from '#engine/assistant/memory.ts'
import type { Look, Progress } from '#engine/assistant/loop.ts'
import type { Turn } from '#engine/assistant/turn.ts'
import { settingKeys } from '#workers/assistant/assistant-protocol.ts'
import type { ProjectContext } from '../project/project-context.ts'

/** One request and the result. */
export interface Entry {
  id: number
  said: string
  files: string[]
  state: 'working' | 'done' | 'stopped' | 'failed'
  turn?: Turn
  /** Characters that a model has written so far. */
  streamed: number
  /** How far it is while it works, and each look of it so far. */
  progress?: Extract<Progress, { kind: 'round' }>
  looks: Look[]
  error?: { text: string; hint?: string | undefined }
  /** Who proposes, where that isn't the assistant: then nothing was said. */
  from?: string
  /** What became of its proposal. */
  card?: 'open' | 'busy' | 'applied' | 'discarded' | 'replaced'
  /** About the proposal, for the user: why it was not applied, or that it was carried over. */
  note?: string
}

/** One request that went to a model: to whom, and every byte of it. */
export interface SentPrompt {
  to: string
  body: string
}

/** The requests of a turn that went to a model. */
export const sentIn = ({ understood, rounds }: Turn): SentPrompt[] =>
  rounds.flatMap(({ sent }) => (sent === '' ? [] : [{ to: understood, body: sent }]))

/** What was said so far, and what the assistant remembers of it. Everything that is read is reactive. */
export interface Conversation {
  entries(): readonly Entry[]
  add(entry: Entry): void
  change(id: number, recipe: (entry: Entry) => void): void
  clear(): void
  /** Every prompt that went to a model since the page was opened. */
  sent(): readonly SentPrompt[]
  addSent(prompts: readonly SentPrompt[]): void
  memory(): Memory
  /** For the next time that the page is opened, too. */
  remember(memory: Memory): void
  /** Resolves when the memory of earlier times was read. */
  restored: Promise<unknown>
  /** The newest proposal, while it is open. */
  proposal(): Entry | undefined
  /** Ends its being open. */
  close(card: 'discarded' | 'replaced'): void
  /** Ids of its items that are not ticked. */
  unticked(): ReadonlySet<string>
  setUnticked(ids: ReadonlySet<string>): void
}

/** A conversation in which nothing was said yet. */
export function createConversation({ services: { store }, assistant }: ProjectContext): Conversation {
  const [state, setState] = createStore<{ entries: Entry[]; sent: SentPrompt[] }>({ entries: [], sent: [] })
  const [memory, setMemory] = createSignal<Memory>(emptyMemory())
  const [unticked, setUnticked] = createSignal<ReadonlySet<string>>(new Set())
  const restored = store
    .setting<Memory>(settingKeys.memory)
    .then((kept) => kept?.version === 2 && setMemory(kept))
    .catch(() => undefined)
  const remember = (one: Memory) => {
    setMemory(one)
    void store.putSetting(settingKeys.memory, one).catch(() => undefined)
  }
  const change = (id: number, recipe: (entry: Entry) => void) =>
    setState(
      'entries',
      (one) => one.id === id,
      produce((entry) => recipe(entry)),
    )
  const proposal = () => state.entries.findLast((one) => one.card === 'open' || one.card === 'busy')
  const close = (card: 'discarded' | 'replaced') => {
    const open = proposal()
    if (open) change(open.id, (entry) => void (entry.card = card))
    setUnticked(new Set<string>())
    assistant.setReviewing(false)
  }

  return {
    entries: () => state.entries,
    add: (entry) => setState('entries', state.entries.length, entry),
    change,
    clear: () => setState('entries', []),
    sent: () => state.sent,
    addSent: (prompts) => setState('sent', (all) => [...all, ...prompts]),
    memory,
    remember,
    restored,
    proposal,
    close,
    unticked,
    setUnticked,
  }
}
