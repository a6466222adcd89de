import { batch, createRoot, createSignal } from 'solid-js'
import { createStore, produce, unwrap } from 'solid-js/store'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { Attachment, SentPrompt, Turn } from '#engine/assistant/turn.ts'
import { emptyMemory, type Memory } from '#engine/assistant/memory.ts'
import { assistantClient } from '#workers/assistant-client.ts'
import { settingKeys, type AskedTurn, type ChosenModel } from '#workers/assistant/assistant-protocol.ts'
import { showToast } from '../components/toasts.tsx'
import type { ProjectContext } from '../project/project-context.ts'
import { applyProposal } from './apply-proposal.ts'
import { withLastFailures } from './last-failures.ts'
import { modelChoice } from './settings-store.ts'
import { texts } from './texts.ts'
import { toldProjects } from './told-projects.ts'
import { keepSecret, replacedIn } from './withheld.ts'

/** One request and what came of it. */
export interface Entry {
  id: number
  said: string
  files: string[]
  state: 'working' | 'done' | 'stopped' | 'failed'
  turn?: Turn
  /** Characters that a model has written so far. */
  streamed: number
  error?: { text: string; hint?: string | undefined }
  /** What became of its proposal. */
  card?: 'open' | 'busy' | 'applied' | 'discarded' | 'replaced'
  /** About the proposal, for the person: why it was not applied, or that it was carried over. */
  note?: string
}

/** What a request is asked with. */
export interface Asking {
  attachments?: readonly Attachment[]
  /** Assumptions that were changed: the request is understood again with them. */
  answers?: Record<string, string> | undefined
  /** A step that it is about, in place of what is selected in the page. */
  focus?: AskedTurn['focus']
  /** What stands in the conversation, where that is not the request itself. */
  shown?: string
}

/** What a request was asked with, so that it can be asked again; answers to its questions go on with the same. */
interface Asked {
  text: string
  attachments: readonly Attachment[]
  focus: AskedTurn['focus']
  answers: Record<string, string> | undefined
}

/** The conversation with the assistant. Everything that is read is reactive. */
export interface AssistantSession {
  entries: readonly Entry[]
  busy(): boolean
  memory(): Memory
  ask(text: string, asking?: Asking): Promise<void>
  /** Asks once more, with the files of before. */
  again(entry: number): Promise<void>
  /** Asks for the newest proposal with another assumption; `shown` says it in words. */
  assume(slot: string, value: string, shown: string): Promise<void>
  stop(): void
  /** The newest proposal, while it is open. */
  proposal(): Entry | undefined
  /** Ids of its items that are not ticked. */
  unticked(): ReadonlySet<string>
  setUnticked(ids: ReadonlySet<string>): void
  apply(run: boolean): Promise<void>
  discard(): void
  /** The secret of a message is still at hand. */
  holds(entry: number): boolean
  /** Keeps it as a secret variable, and goes on with that. */
  keepSecret(entry: number): Promise<void>
  /** Forgets it, and goes on without it. */
  dropSecret(entry: number): Promise<void>
  clear(): void
  forget(): void
  /** Every prompt that went to a model since the page was opened. */
  sent: readonly SentPrompt[]
}

const sessions = new WeakMap<ProjectContext, AssistantSession>()

/** The page's one conversation; it lives on while its pane is closed. */
export function assistantSession(context: ProjectContext): AssistantSession {
  const known = sessions.get(context)
  if (known) return known
  const made = createRoot(() => createSession(context))
  sessions.set(context, made)
  return made
}

function createSession(context: ProjectContext): AssistantSession {
  const { store } = context.services
  const [state, setState] = createStore<{ entries: Entry[]; sent: SentPrompt[] }>({ entries: [], sent: [] })
  const [busy, setBusy] = createSignal<AbortController>()
  const [memory, setMemory] = createSignal<Memory>(emptyMemory())
  const [unticked, setUnticked] = createSignal<ReadonlySet<string>>(new Set())
  const choice = modelChoice(context.services)
  const restored = store
    .setting<Memory>(settingKeys.memory)
    .then((kept) => kept?.version === 1 && setMemory(kept))
    .catch(() => undefined)
  let next = 1
  /** What was said with a secret in it, until somebody decides what becomes of that. Nowhere else. */
  const withheld = new Map<number, string>()
  const asked = new Map<number, Asked>()

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
    context.assistant.setReviewing(false)
  }

  /**
   * What goes on: an open question is answered with the same files, and about what was selected when it was asked; what is said while a
   * proposal is open may be about its files as well.
   */
  const before = (): Partial<Asked> => {
    const last = state.entries.at(-1)
    const known = last && asked.get(last.id)
    if (last?.turn?.kind === 'question') return known ?? {}
    return last?.card === 'open' && known ? { attachments: known.attachments } : {}
  }
  const selected = (): AskedTurn['focus'] => {
    const { case: opened, suite, step } = context.router.route()
    return { ...(suite ? { suite } : {}), ...(opened ? { case: opened } : {}), ...(step ? { step } : {}) }
  }

  const ask = async (text: string, asking: Asking = {}): Promise<void> => {
    if (busy()) return
    const stopper = new AbortController()
    const id = next++
    const goesOn = before()
    const files = asking.attachments ?? []
    const attachments = [...(goesOn.attachments ?? []).filter(({ name }) => files.every((one) => one.name !== name)), ...files]
    const focus = asking.focus ?? goesOn.focus ?? selected()
    const { answers } = asking
    asked.set(id, { text, attachments, focus, answers })
    batch(() => {
      setBusy(stopper)
      setState('entries', state.entries.length, {
        id,
        said: asking.shown ?? text,
        files: files.map(({ name }) => name),
        state: 'working',
        streamed: 0,
      })
    })
    try {
      await Promise.all([restored, choice.ready])
      const { projects, active } = await toldProjects(context)
      const known = await withLastFailures(context, memory(), focus?.case)
      const { chosen, locked } = await chosenModel(context)
      const { memory: after, turn } = await assistantClient.converse(
        known,
        {
          text,
          projects,
          attachments,
          ...(answers ? { answers } : {}),
          ...(focus ? { focus } : {}),
          ...(active === undefined ? {} : { active }),
        },
        chosen,
        stopper.signal,
        (piece) => change(id, (entry) => void (entry.streamed += piece.length)),
        (request, stop) => context.services.client.companion.askModel(request, stop),
      )
      batch(() => {
        remember(after)
        if (turn.kind === 'proposal' && turn.proposal) close('replaced')
        change(id, (entry) => {
          entry.state = 'done'
          entry.turn = turn
          if (turn.withheld) {
            withheld.set(id, text)
            asked.delete(id)
            entry.said = turn.withheld.text
          }
          if (turn.proposal) entry.card = 'open'
          if (locked) entry.note = texts.lockedVault
          else if (turn.trouble !== undefined) entry.note = texts.rulesAlone(turn.trouble)
        })
        setState('sent', (all) => [...all, ...turn.sent])
      })
    } catch (thrown) {
      const stopped = thrown instanceof AssayError && thrown.code === 'cancelled'
      change(id, (entry) => {
        entry.state = stopped ? 'stopped' : 'failed'
        if (!stopped) entry.error = { text: textOf(thrown), hint: thrown instanceof AssayError ? thrown.hint : undefined }
      })
    } finally {
      setBusy(undefined)
    }
  }

  const apply = async (run: boolean): Promise<void> => {
    const entry = proposal()
    const changeSet = entry?.turn?.proposal && unwrap(entry.turn.proposal)
    if (!entry || !changeSet || entry.card === 'busy') return
    change(entry.id, (one) => void (one.card = 'busy'))
    const result = await applyProposal(context, changeSet, unticked(), run).catch((thrown: unknown) => ({
      refused: textOf(thrown),
    }))
    if ('refused' in result) {
      change(entry.id, (one) => {
        one.card = 'open'
        one.note = result.refused
      })
      return
    }
    const { edit } = result
    showToast(texts.appliedToast(edit.label), 'info', {
      label: texts.undo,
      onClick: () => void context.workspace.undo(),
      while: () => context.workspace.history().undo === edit.label,
    })
    const { applied } = await import('#engine/assistant/memory-edits.ts')
    batch(() => {
      remember(applied(memory(), changeSet, edit))
      change(entry.id, (one) => {
        one.card = 'applied'
        if (result.rebased) one.note = texts.changedSince
        else delete one.note
      })
      setUnticked(new Set<string>())
      context.assistant.setReviewing(false)
    })
  }

  return {
    get entries() {
      return state.entries
    },
    get sent() {
      return state.sent
    },
    busy: () => busy() !== undefined,
    memory,
    ask,
    async again(id) {
      const { text, ...before } = asked.get(id) ?? {}
      if (text !== undefined) await ask(text, before as Asking)
    },
    async assume(slot, value, shown) {
      const entry = proposal()
      const said = memory().lastProposal
      if (!entry || said?.id !== entry.turn?.proposal?.id || said === undefined) return
      const { attachments = [], focus } = asked.get(entry.id) ?? {}
      await ask(said.said, { attachments, answers: { ...said.answers, [slot]: value }, focus, shown })
    },
    stop: () => busy()?.abort(),
    proposal,
    unticked,
    setUnticked,
    apply,
    discard: () => close('discarded'),
    holds: (id) => withheld.has(id),
    async keepSecret(id) {
      const turn = state.entries.find((one) => one.id === id)?.turn
      const original = withheld.get(id)
      withheld.delete(id)
      if (original === undefined || !turn?.withheld) return
      await keepSecret(context, turn.withheld.variable, replacedIn(original, turn.withheld.text))
      await ask(turn.options?.[0] ?? turn.withheld.text)
    },
    async dropSecret(id) {
      const turn = state.entries.find((one) => one.id === id)?.turn
      withheld.delete(id)
      if (turn?.withheld) await ask(turn.options?.[1] ?? turn.withheld.text)
    },
    clear: () => {
      withheld.clear()
      asked.clear()
      busy()?.abort()
      close('discarded')
      setState('entries', [])
      const { pending: _, ...rest } = memory()
      remember(rest)
    },
    forget: () => remember(emptyMemory()),
  }
}

/**
 * The model that may be asked, if one was chosen. What goes out is searched for the values of secrets, so while the vault is locked
 * none is asked.
 */
async function chosenModel(context: ProjectContext): Promise<{ chosen: ChosenModel | undefined; locked: boolean }> {
  const choice = modelChoice(context.services)
  const settings = choice.settings()
  if (settings.backend === 'none') return { chosen: undefined, locked: false }
  const { secrets } = context.services.client
  try {
    const values: string[] = []
    for (const { localId } of context.workspace.projects())
      for (const id of await secrets.list(localId)) {
        const value = await secrets.reveal(localId, id)
        if (value) values.push(value)
      }
    const key = settings.backend === 'remote' ? await choice.key(settings.remote.url) : undefined
    return { chosen: { settings: structuredClone(settings), key, secrets: values }, locked: false }
  } catch (thrown) {
    if (thrown instanceof AssayError && thrown.code === 'vault-locked') return { chosen: undefined, locked: true }
    throw thrown
  }
}
