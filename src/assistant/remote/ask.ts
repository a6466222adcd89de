import { AssayError } from '#engine/base/errors.ts'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import type { Completion, CompletionOptions, ModelMessage } from '#engine/ports/index.ts'
import { saidIn, unreachable } from './failures.ts'
import type { Abilities, Protocol } from './protocol.ts'
import { readAnswer, readText } from './read-answer.ts'
import { remoteModelTexts as texts } from './texts.ts'

/** What a remote model needs from its host. */
export interface RemoteParts {
  fetch: typeof fetch
  /** The origin of the page that asks; absent outside browsers. */
  page?: string | undefined
  limits?: Partial<RemoteLimits> | undefined
}

/** Milliseconds. */
export interface RemoteLimits {
  /** Until something comes: a local model may have to be loaded, and reads the prompt first. */
  first: number
  /** Between two pieces. */
  idle: number
  /** The longest wait that a server may ask for before it is requested again. */
  wait: number
}

/** A model and how it is asked. */
export interface Asking extends Omit<RemoteParts, 'limits'> {
  endpoint: URL
  model: string
  key: string | undefined
  protocol: Protocol
  limits: RemoteLimits
}

/** The result of one request: a response, or a refusal in the server's own words, masked. */
export type AskResult = { completion: Completion } | { status: number; said: string; retryAfter: number | undefined }

/** Sends one request. Rejects if the server can't be asked or its response can't be read. */
export async function askModel(
  asking: Asking,
  messages: readonly ModelMessage[],
  options: CompletionOptions,
  abilities: Abilities,
): Promise<AskResult> {
  const { endpoint, key, protocol, limits, model } = asking
  const where = endpoint.origin
  const redactor = createRedactor()
  if (key !== undefined) redactor.add('key', key)
  const stop = new AbortController()
  let silent = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const within = (limit: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      silent = limit
      stop.abort()
    }, limit)
  }
  const cancel = () => stop.abort()
  if (options.signal.aborted) throw cancelled()
  options.signal.addEventListener('abort', cancel, { once: true })
  let answered = false
  try {
    const body = JSON.stringify(protocol.body(model, messages, options, abilities))
    options.onSend?.(body)
    within(limits.first)
    const response = await asking.fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...protocol.headers(key, endpoint) },
      body,
      signal: stop.signal,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    answered = true
    if (!response.ok) {
      const said = redactor.mask(saidIn(await readText(response.body, longestRefusal)))
      return { status: response.status, said, retryAfter: secondsIn(response.headers.get('retry-after')) }
    }
    const alive = () => within(limits.idle)
    const mask = (text: string): string => redactor.mask(text)
    return { completion: await readAnswer(response, { protocol, where, onText: options.onText, alive, mask }) }
  } catch (thrown) {
    if (options.signal.aborted) throw cancelled()
    if (silent > 0)
      throw new AssayError('model-unusable', texts.silent(where, Math.round(silent / 1000)), { hint: texts.silentHint })
    if (thrown instanceof AssayError)
      throw new AssayError(thrown.code, redactor.mask(thrown.message), { hint: thrown.hint, cause: thrown.cause })
    if (!answered) throw unreachable(endpoint, asking.page, thrown)
    throw new AssayError('model-unusable', texts.cut(where), { hint: texts.cutHint, cause: thrown })
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', cancel)
  }
}

const longestRefusal = 16_000

/** What a completion that was stopped is rejected with. */
export const cancelled = () => new AssayError('cancelled', texts.stopped)

/** Seconds that Retry-After says, as a number or as a date (RFC 9110, 10.2.3). */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,6}$/.test(header.trim())) return Number(header)
  const seconds = (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
