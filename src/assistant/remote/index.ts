import { AssayError } from '#engine/base/errors.ts'
import type { Completion, CompletionOptions, LanguageModel, ModelMessage } from '#engine/ports/index.ts'
import { anthropic } from './anthropic.ts'
import { ask, cancelled, type Asking, type RemoteLimits, type RemoteParts } from './ask.ts'
import { failureOf } from './failures.ts'
import { firstObject } from './first-object.ts'
import { openai } from './openai.ts'
import type { Abilities, Protocol } from './protocol.ts'
import { endpointOf, type RemoteKind, type RemoteSettings } from './settings.ts'
import { texts } from './texts.ts'

export type { RemoteLimits, RemoteParts } from './ask.ts'
export type { RemoteKind, RemoteSettings } from './settings.ts'

const protocols: Record<RemoteKind, Protocol> = { openai, anthropic }

const usualLimits: RemoteLimits = { first: 180_000, idle: 60_000, wait: 10_000 }

/** What servers turned out to understand, by address and model: asked again, they are asked right at once. */
const known = new Map<string, Abilities>()

/**
 * A language model on a server that speaks Chat Completions or Anthropic's Messages. It is asked by `fetch` alone: no cookies go along, and no
 * redirect is followed, so that neither the conversation nor the key goes anywhere but to the origin of the settings.
 * Throws AssayError `model-unusable` if it can't be asked with these settings.
 */
export function createRemoteModel(settings: RemoteSettings, parts: RemoteParts): LanguageModel {
  const endpoint = endpointOf(settings)
  const model = settings.model.trim()
  if (model === '') throw new AssayError('model-unusable', texts.noModel, { hint: texts.noModelHint })
  const asking: Asking = {
    ...parts,
    endpoint,
    model,
    key: settings.key?.trim() || undefined,
    protocol: protocols[settings.kind],
    limits: { ...usualLimits, ...parts.limits },
  }
  return {
    title: `${model} (${endpoint.host})`,
    complete: (messages, options) => complete(asking, messages, options),
  }
}

/** Asks, and while the server does not understand how, asks more simply. */
async function complete(asking: Asking, messages: readonly ModelMessage[], options: CompletionOptions): Promise<Completion> {
  const { protocol, endpoint, model } = asking
  const id = `${endpoint.href} ${model}`
  let abilities = known.get(id) ?? {
    rung: protocol.rungs[0] ?? 'words',
    limit: 'max_tokens',
    temperature: true,
    usage: true,
  }
  let waited = false
  for (;;) {
    const asked = await ask(asking, messages, options, abilities)
    if ('completion' in asked) {
      known.set(id, abilities)
      if (!options.schema || asked.completion.stop !== 'end') return tidied(asked.completion, options)
      const text = firstObject(asked.completion.text)
      const spoke = text.startsWith('{')
      if (spoke || abilities.rung === 'words') return { ...asked.completion, text }
      // It took the schema and did not heed it: then it has to be told.
      abilities = { ...abilities, rung: 'words' }
      continue
    }
    const { status, said, retryAfter } = asked
    const less = conceded(abilities, protocol, { status, said, schema: options.schema !== undefined })
    if (less) {
      abilities = less
      continue
    }
    if (status === 429 && !waited && retryAfter !== undefined && retryAfter * 1000 <= asking.limits.wait) {
      waited = true
      await pause(retryAfter * 1000, options.signal)
      continue
    }
    throw failureOf(status, said, { where: endpoint.origin, model, retryAfter })
  }
}

const tidied = (completion: Completion, { schema }: CompletionOptions): Completion =>
  schema ? { ...completion, text: firstObject(completion.text) } : completion

/** What a server is asked for less of after it refused; undefined: it refused something else. */
function conceded(
  abilities: Abilities,
  protocol: Protocol,
  { status, said, schema }: { status: number; said: string; schema: boolean },
): Abilities | undefined {
  if (![400, 404, 415, 422, 500, 501].includes(status) || /context (length|size|window)|too (long|many tokens)/i.test(said))
    return undefined
  if (abilities.limit === 'max_tokens' && /max_(completion_)?tokens/.test(said))
    return { ...abilities, limit: 'max_completion_tokens' }
  if (abilities.temperature && /temperature/.test(said)) return { ...abilities, temperature: false }
  if (abilities.usage && /stream_options|include_usage/.test(said)) return { ...abilities, usage: false }
  const ofSchema = /schema|format|grammar|tool|output_config|strict|json|extra inputs/i.test(said)
  if (!schema || (!ofSchema && ![400, 422].includes(status))) return undefined
  const next = protocol.rungs[protocol.rungs.indexOf(abilities.rung) + 1]
  return next && { ...abilities, rung: next }
}

const pause = (time: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stopped = () => {
      clearTimeout(timer)
      reject(cancelled())
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stopped)
      resolve()
    }, time)
    signal.addEventListener('abort', stopped, { once: true })
  })
