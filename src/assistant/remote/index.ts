import { AssayError } from '#engine/base/errors.ts'
import type { Completion, CompletionOptions, LanguageModel, ModelMessage } from '#engine/ports/index.ts'
import { anthropic } from './anthropic.ts'
import { askModel, cancelled, type Asking, type RemoteLimits, type RemoteParts } from './ask.ts'
import { failureOf } from './failures.ts'
import { openai } from './openai.ts'
import { allAbilities, type Abilities, type Protocol } from './protocol.ts'
import { endpointOf, type RemoteKind, type RemoteSettings } from './settings.ts'
import { callsIn, inTexts } from './text-protocol.ts'
import { remoteModelTexts as texts } from './texts.ts'

export type { RemoteLimits, RemoteParts } from './ask.ts'
export type { RemoteKind, RemoteSettings } from './settings.ts'

const protocols: Record<RemoteKind, Protocol> = { openai, anthropic }

const usualLimits: RemoteLimits = { first: 180_000, idle: 60_000, wait: 10_000 }

/** What servers turned out to understand, by URL and model: the next request starts with that. */
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
    ability: 'tools',
    complete: (messages, options) => complete(asking, messages, options),
  }
}

/** Asks, and while the server does not understand how, asks more simply. */
async function complete(asking: Asking, messages: readonly ModelMessage[], options: CompletionOptions): Promise<Completion> {
  const { endpoint, model } = asking
  const id = `${endpoint.href} ${model}`
  let abilities = known.get(id) ?? allAbilities
  let waited = false
  for (;;) {
    const { tools, ...plain } = options
    const asked =
      tools && !abilities.tools
        ? await askModel(asking, inTexts(messages, tools), plain, abilities)
        : await askModel(asking, messages, options, abilities)
    if ('completion' in asked) {
      const completion = withCalls(asked.completion, tools !== undefined)
      // A server may take tools and drop them: then the model has never heard of them.
      if (tools && abilities.tools && !abilities.called && completion.calls.length === 0 && completion.stop === 'end') {
        abilities = { ...abilities, tools: false }
        continue
      }
      known.set(id, { ...abilities, called: abilities.called || asked.completion.calls.length > 0 })
      return completion
    }
    const { status, said, retryAfter } = asked
    const less = conceded(abilities, { status, said, tools: tools !== undefined })
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

/** Calls that a model wrote into its text are calls. */
function withCalls(completion: Completion, tools: boolean): Completion {
  if (!tools || completion.calls.length > 0) return completion
  const calls = callsIn(completion.text)
  return calls.length === 0 ? completion : { ...completion, text: '', calls }
}

/** What is omitted from requests after a server rejected it; undefined: it rejected something else. */
function conceded(
  abilities: Abilities,
  { status, said, tools }: { status: number; said: string; tools: boolean },
): Abilities | undefined {
  if (![400, 404, 415, 422, 500, 501].includes(status) || /context (length|size|window)|too (long|many tokens)/i.test(said))
    return undefined
  if (abilities.limit === 'max_tokens' && /max_(completion_)?tokens/.test(said))
    return { ...abilities, limit: 'max_completion_tokens' }
  if (abilities.temperature && /temperature/.test(said)) return { ...abilities, temperature: false }
  if (abilities.usage && /stream_options|include_usage/.test(said)) return { ...abilities, usage: false }
  if (abilities.cache && /cache_control/.test(said)) return { ...abilities, cache: false }
  if (!tools || !abilities.tools || abilities.called) return undefined
  const ofTools = /tool|function|schema|jinja|extra inputs/i.test(said)
  return ofTools || status === 400 || status === 422 ? { ...abilities, tools: false } : undefined
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
