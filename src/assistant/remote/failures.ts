import { AssayError } from '#engine/base/errors.ts'
import { errorIn } from './protocol.ts'
import { isLoopback, isNear } from './settings.ts'
import { remoteModelTexts as texts } from './texts.ts'

const unusable = (message: string, hint?: string, cause?: unknown): AssayError =>
  new AssayError('model-unusable', message, { hint, cause })

/** What a server said of its refusal, short and without control characters; it may be anything. */
export function saidIn(body: string): string {
  let said: string | undefined
  try {
    said = errorIn(JSON.parse(body))
  } catch {
    // Proxies answer with pages of their own: those say nothing that helps.
    said = /^\s*</.test(body) ? undefined : body
  }
  const plain = (said ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return plain.length > longestSaid ? `${plain.slice(0, longestSaid)}…` : plain
}

const longestSaid = 300

/** Explains a status without a usable response; `said` is the server's message, masked. */
export function failureOf(
  status: number,
  said: string,
  about: { where: string; model: string; retryAfter: number | undefined },
): AssayError {
  const { where, model, retryAfter } = about
  const told = (text: string) => (said === '' ? text : `${text} ${texts.says(said)}`)
  if (status === 401 || status === 403) return unusable(told(texts.refusedKey(where, status)), texts.refusedKeyHint)
  if (status === 404) return unusable(told(texts.notFound(where, model)), texts.notFoundHint)
  if (status === 429) return unusable(told(texts.limited(where, retryAfter)), texts.limitedHint)
  if (status >= 500) return unusable(told(texts.overloaded(where, status)), texts.overloadedHint)
  return unusable(told(texts.refused(where, status)))
}

/**
 * Why nothing came back: browsers don't tell, so all that is usual is said. `page` is the origin that asks, none outside
 * browsers.
 */
export function unreachable(endpoint: URL, page: string | undefined, cause: unknown): AssayError {
  const where = endpoint.origin
  const words = wordsOf(cause)
  if (/redirect/i.test(words)) return unusable(texts.redirected(where), texts.redirectedHint, cause)
  if (page === undefined) return unusable(texts.unreachableHere(where), words === '' ? undefined : words, cause)
  if (page.startsWith('https:') && endpoint.protocol === 'http:' && !isLoopback(endpoint.hostname))
    return unusable(texts.mixed(where), texts.mixedHint, cause)
  return unusable(texts.unreachable(where), isNear(endpoint.hostname) ? texts.localHint(page) : texts.remoteHint, cause)
}

/** What an error and its causes say. */
const wordsOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return ''
  const inner = wordsOf(thrown.cause)
  return thrown.message === 'fetch failed' && inner !== '' ? inner : [thrown.message, inner].filter(Boolean).join(': ')
}
