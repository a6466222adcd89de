import { describeDuration } from '#engine/base/duration.ts'
import { formatSize } from '#engine/base/format-size.ts'
import type { ModelSettings } from '#workers/assistant/assistant-protocol.ts'
import type { Entry } from './conversation.ts'
import type { AssistantSession } from './session.ts'
import { understandsText } from './settings/settings-store.ts'
import { assistantTexts as texts } from './texts.ts'

/** The model that is chosen, in a few words; undefined: none. */
function chosenName({ backend, remote, webLlm, wllama }: ModelSettings): string | undefined {
  switch (backend) {
    case 'none':
      return undefined
    case 'remote':
      return remote.model || remote.url
    case 'web-llm':
      return webLlm.model
    case 'wllama':
      return wllama.file || wllama.url
    case 'built-in':
      return texts.builtIn
  }
}

/** What a choice can do: understand free text, fill in forms, or neither. */
export const abilityOf = (settings: Pick<ModelSettings, 'backend'>): keyof typeof texts.abilities =>
  settings.backend === 'none' ? 'none' : understandsText(settings) ? 'text' : 'form'

/** Who answered last and in how long; before that who would. */
export function backendStatus(session: AssistantSession, settings: ModelSettings): string {
  const working = session.entries.at(-1)
  if (working?.state === 'working') return workingText(working)
  const turn = session.entries.findLast((one) => one.turn)?.turn
  const model = chosenName(settings)
  if (turn && turn.understood !== '') {
    const took = texts.took(turn.understood, describeDuration(Math.max(1, Math.round(turn.took))))
    return turn.usage ? `${took}, ${texts.tokens(turn.usage.input, turn.usage.output)}` : took
  }
  return model ?? texts.noModel
}

/** How far a request is: the round of those it may take, what was read, and for how long. */
export function workingText({ progress, looks, streamed }: Entry, took = 0): string {
  const parts = [
    progress ? texts.round(progress.round, progress.rounds) : texts.working,
    ...(looks.length > 0 ? [texts.lookups(looks.length, formatSize(sizeOf(looks)))] : []),
    ...(streamed > 0 ? [texts.streamed(streamed)] : []),
    ...(took >= 1000 ? [describeDuration(took)] : []),
  ]
  return parts.join(' · ')
}

const sizeOf = (looks: Entry['looks']): number => looks.reduce((sum, { result }) => sum + result.length, 0)
