import { batch, createSignal } from 'solid-js'
import { AssayError, hintOf, textOf } from '#engine/base/errors.ts'
import { untickedAtFirst } from '#engine/case-builder/change-set/apply-change-set.ts'
import type { Attachment } from '#engine/assistant/turn.ts'
import { assistantClient } from '#workers/assistant-client.ts'
import type { AskedTurn } from '#workers/assistant/assistant-protocol.ts'
import type { ProjectContext } from '../project/project-context.ts'
import { chosenModel } from './settings/chosen-model.ts'
import { sentIn, type Conversation } from './conversation.ts'
import { lastRunIn } from './last-run.ts'
import { modelChoice } from './settings/settings-store.ts'
import { assistantTexts as texts } from './texts.ts'
import { projectsForAssistant } from './recent-projects.ts'
import { freshSecretId } from '../project/fresh-secret-id.ts'

/** What a request is asked with. */
export interface Asking {
  attachments?: readonly Attachment[]
  /** A step that it is about, instead of what is selected in the page. */
  focus?: AskedTurn['focus']
  /** The text shown in the conversation, if that is not the request itself. */
  shown?: string
}

/** The settings of a request, so that it can be repeated; answers to its questions keep them. */
interface Asked {
  text: string
  attachments: readonly Attachment[]
  focus: AskedTurn['focus']
}

/** How requests are put to the assistant. */
export interface AskingCalls {
  busy(): boolean
  ask(text: string, asking?: Asking): Promise<void>
  /** Asks again, with the files of before. */
  again(entry: number): Promise<void>
  stop(): void
  /** The credentials of a message are still at hand. */
  holds(entry: number): boolean
  /** Keeps them as secret variables, and goes on with these. Rejects if they can't be kept: they are still at hand then. */
  keepSecret(entry: number): Promise<void>
  /** Forgets them, and goes on without. */
  dropSecret(entry: number): Promise<void>
  /** Stops, and forgets what was asked. */
  forgetAsked(): void
}

/** Makes {@link AskingCalls}; the result of a request is in the conversation. */
export function createAsking(context: ProjectContext, conversation: Conversation): AskingCalls {
  const [busy, setBusy] = createSignal<AbortController>()
  const choice = modelChoice(context.services)
  let next = 1
  /** What was said with a secret in it, until someone decides what becomes of that. Nowhere else. */
  const withheld = new Map<number, string>()
  const asked = new Map<number, Asked>()
  const turnOf = (id: number) => conversation.entries().find((one) => one.id === id)?.turn

  /**
   * What goes on: an open question is answered with the same files, and about what was selected when it was asked; what is said while a
   * proposal is open may be about its files as well.
   */
  const before = (): Partial<Asked> => {
    const last = conversation.entries().at(-1)
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
    asked.set(id, { text, attachments, focus })
    batch(() => {
      setBusy(stopper)
      conversation.add({
        id,
        said: asking.shown ?? text,
        files: files.map(({ name }) => name),
        state: 'working',
        streamed: 0,
        looks: [],
      })
    })
    try {
      await Promise.all([conversation.restored, choice.ready])
      const { projects, active } = await projectsForAssistant(context)
      const lastRun = await lastRunIn(context)
      const { chosen, locked } = await chosenModel(context)
      const { memory: after, turn } = await assistantClient.converse(
        conversation.memory(),
        {
          text,
          projects,
          attachments,
          ...(focus ? { focus } : {}),
          ...(active === undefined ? {} : { active }),
          ...(lastRun ? { lastRun } : {}),
        },
        chosen,
        stopper.signal,
        (piece) => conversation.change(id, (entry) => void (entry.streamed += piece.length)),
        (progress) =>
          conversation.change(id, (entry) => {
            if (progress.kind === 'look') entry.looks.push(progress.look)
            else entry.progress = progress
          }),
        (request, stop) => context.services.client.companion.askModel(request, stop),
        async () => (await import('../page/help-pages.ts')).readAllHelp(),
      )
      batch(() => {
        conversation.remember(after)
        if (turn.kind === 'proposal' && turn.proposal) {
          conversation.close('replaced')
          conversation.setUnticked(untickedAtFirst(turn.proposal.items))
        }
        conversation.change(id, (entry) => {
          entry.state = 'done'
          entry.turn = turn
          if (turn.withheld) {
            withheld.set(id, text)
            asked.delete(id)
            entry.said = turn.withheld.text
          }
          if (turn.proposal) entry.card = 'open'
          if (locked) entry.note = texts.lockedVault
          if (turn.trouble) entry.error = turn.trouble
        })
        conversation.addSent(sentIn(turn))
      })
    } catch (thrown) {
      const stopped = thrown instanceof AssayError && thrown.code === 'cancelled'
      conversation.change(id, (entry) => {
        entry.state = stopped ? 'stopped' : 'failed'
        if (!stopped) entry.error = { text: textOf(thrown), hint: hintOf(thrown) }
      })
    } finally {
      setBusy(undefined)
    }
  }

  return {
    busy: () => busy() !== undefined,
    ask,
    async again(id) {
      const { text, ...before } = asked.get(id) ?? {}
      if (text !== undefined) await ask(text, before as Asking)
    },
    stop: () => busy()?.abort(),
    holds: (id) => withheld.has(id),
    async keepSecret(id) {
      const turn = turnOf(id)
      const original = withheld.get(id)
      if (original === undefined || !turn?.withheld) return
      const { withholdCredentials } = await import('#engine/assistant/safety/credentials.ts')
      for (const { variable, value } of withholdCredentials(original)?.secrets ?? []) await keepSecret(context, variable, value)
      withheld.delete(id)
      void ask(turn.options?.[0] ?? turn.withheld.text)
    },
    async dropSecret(id) {
      const turn = turnOf(id)
      withheld.delete(id)
      if (turn?.withheld) await ask(turn.options?.[1] ?? turn.withheld.text)
    },
    forgetAsked() {
      withheld.clear()
      asked.clear()
      busy()?.abort()
    },
  }
}

/** Keeps a value in the vault, as a secret variable of the open project. */
async function keepSecret(context: ProjectContext, variable: string, value: string): Promise<void> {
  const { workspace, vault } = context
  const head = workspace.head()
  if (!head) return
  const id = freshSecretId(context, head.name, variable)
  await vault.set(id, value)
  workspace.edit(texts.addSecret(variable), [], ({ head }) => {
    const known = head.variables.find(({ name }) => name === variable)
    if (known) known.value = { secret: id }
    else head.variables.push({ name: variable, value: { secret: id }, description: '' })
  })
}
