import { batch, createEffect, createRoot, on, onCleanup } from 'solid-js'
import { unwrap } from 'solid-js/store'
import { textOf } from '#engine/base/errors.ts'
import { untickedAtFirst } from '#engine/case-builder/change-set/apply-change-set.ts'
import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import { decided, emptyMemory, type Memory } from '#engine/assistant/memory.ts'
import { showToast } from '../components/overlays/toasts.tsx'
import type { ProjectContext } from '../project/project-context.ts'
import { applyProposal } from './proposals/apply-proposal.ts'
import { createAsking, type AskingCalls } from './asking.ts'
import { createConversation, type Entry, type SentPrompt } from './conversation.ts'
import { assistantTexts as texts } from './texts.ts'

/**
 * The conversation with the assistant, for everything in the page that shows it or takes part in it. Everything that is read is reactive.
 *
 * `ask` puts a request: it becomes an entry, `working` with `progress` and `looks` at first, then with its `turn`: a proposal (the entry's `card` says
 * what became of it), a question (its `options` are replies, put by `ask` again), an answer, a refusal (with `trouble` where a model couldn't be asked)
 * or a form. The newest proposal is `proposal()` while it is open; `apply`, `discard` and the ticks are about that one. A turn with `withheld` held
 * credentials: `keepSecret` stores them and goes on, `dropSecret` goes on without.
 */
export interface AssistantSession extends Omit<AskingCalls, 'forgetAsked'> {
  entries: readonly Entry[]
  memory(): Memory
  /** The newest proposal, while it is open. */
  proposal(): Entry | undefined
  /** Ids of its items that are not ticked. */
  unticked(): ReadonlySet<string>
  setUnticked(ids: ReadonlySet<string>): void
  apply(run: boolean): Promise<void>
  /** Shows a proposal of an agent; false while another one is open or being made: a card never takes the place of another under the user's hand. */
  receive(from: string, proposal: ChangeSet, notDone: readonly string[]): boolean
  discard(): void
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

/** The review gives way to what is opened in its place, also where that is what was open before. */
function closeReviewElsewhere({ assistant, router }: ProjectContext): void {
  createEffect(on(router.route, () => assistant.setReviewing(false), { defer: true }))
  createEffect(() => {
    if (!assistant.reviewing()) return
    const close = ({ target }: MouseEvent) => {
      const opened = target instanceof Element && target.closest('.app-nav [role=treeitem], .app-steps [role=option]')
      if (opened) assistant.setReviewing(false)
    }
    document.addEventListener('click', close)
    onCleanup(() => document.removeEventListener('click', close))
  })
}

function createSession(context: ProjectContext): AssistantSession {
  const conversation = createConversation(context)
  const { memory, remember, proposal, close, unticked, setUnticked } = conversation
  const { forgetAsked, ...asking } = createAsking(context, conversation)

  closeReviewElsewhere(context)

  let received = 0
  const receive: AssistantSession['receive'] = (from, changeSet, notDone) => {
    if (proposal() || asking.busy()) return false
    received -= 1
    const { label } = changeSet
    batch(() => {
      setUnticked(untickedAtFirst(changeSet.items))
      conversation.add({
        id: received,
        said: '',
        files: [],
        state: 'done',
        streamed: 0,
        looks: [],
        from,
        card: 'open',
        turn: {
          said: '',
          kind: 'proposal',
          text: label,
          proposal: changeSet,
          notDone: [...notDone],
          understood: '',
          took: 0,
          rounds: [],
        },
      })
    })
    return true
  }

  const apply = async (run: boolean): Promise<void> => {
    const entry = proposal()
    const changeSet = entry?.turn?.proposal && unwrap(entry.turn.proposal)
    if (!entry || !changeSet || entry.card === 'busy') return
    conversation.change(entry.id, (one) => void (one.card = 'busy'))
    const result = await applyProposal(context, changeSet, unticked(), run).catch((thrown: unknown) => ({
      refused: textOf(thrown),
    }))
    if ('refused' in result) {
      conversation.change(entry.id, (one) => {
        one.card = 'open'
        one.note = result.refused
      })
      return
    }
    const { edit } = result
    showToast(texts.appliedToast(edit.label), 'info', {
      label: texts.undo,
      onClick: () => void context.workspace.undo(),
      brief: true,
      while: () => context.workspace.history().undo === edit.label,
    })
    batch(() => {
      if (entry.from === undefined) remember(decided(memory(), 'applied'))
      conversation.change(entry.id, (one) => {
        one.card = 'applied'
        if (result.rebased) one.note = texts.changedSince
        else delete one.note
      })
      setUnticked(new Set<string>())
      context.assistant.setReviewing(false)
    })
  }

  return {
    ...asking,
    get entries() {
      return conversation.entries()
    },
    get sent() {
      return conversation.sent()
    },
    memory,
    proposal,
    unticked,
    setUnticked,
    apply,
    receive,
    discard: () => {
      const open = proposal()
      if (open && open.from === undefined) remember(decided(memory(), 'discarded'))
      close('discarded')
    },
    clear: () => {
      forgetAsked()
      close('discarded')
      conversation.clear()
      // What tools found out, as designs, is still of use.
      remember({ ...emptyMemory(), working: memory().working })
    },
    forget: () => remember(emptyMemory()),
  }
}
