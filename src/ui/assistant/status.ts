import { describeDuration } from '#engine/base/duration.ts'
import type { ModelSettings } from '#workers/assistant/assistant-protocol.ts'
import type { AssistantSession } from './session.ts'
import { texts } from './texts.ts'

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

/** Who answered last and in how long; before that who would. */
export function backendStatus(session: AssistantSession, settings: ModelSettings): string {
  const working = session.entries.at(-1)
  if (working?.state === 'working') return working.streamed > 0 ? texts.asking(working.streamed) : texts.working
  const turn = session.entries.findLast((one) => one.turn)?.turn
  const model = chosenName(settings)
  if (turn)
    return texts.took(
      turn.understood === 'rules' ? texts.rules : turn.understood,
      describeDuration(Math.max(1, Math.round(turn.took))),
    )
  return model === undefined ? texts.rulesOnly : texts.ready(model)
}
