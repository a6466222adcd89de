import { AssayError } from '#engine/base/errors.ts'
import { remoteModelTexts as texts } from './texts.ts'

/** The protocol that a server speaks. */
export type RemoteKind = 'openai' | 'anthropic'

/** Where a remote language model is. */
export interface RemoteSettings {
  kind: RemoteKind
  /** The base URL of its API, as people copy it: with or without the last part of the path. */
  url: string
  model: string
  /** Sent to the origin of `url` only. */
  key?: string | undefined
}

/** The last part of a URL, which people copy along. */
const ends: Record<RemoteKind, { last: string; usual: string; also: RegExp }> = {
  openai: { last: '/chat/completions', usual: '/v1', also: /\/(chat\/completions|completions|models)$/ },
  anthropic: { last: '/messages', usual: '/v1', also: /\/(messages|complete)$/ },
}

/**
 * The URL that completions are requested from. A bare origin gets the usual `/v1`; a query (`api-version` of Azure) stays.
 * Throws AssayError `model-unusable`.
 */
export function endpointOf({ kind, url, key }: Pick<RemoteSettings, 'kind' | 'url' | 'key'>): URL {
  const { last, usual, also } = ends[kind]
  const parsed = URL.canParse(url.trim()) ? new URL(url.trim()) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    throw new AssayError('model-unusable', texts.noAddress(url), { hint: texts.addressHint })
  const base = parsed.pathname.replace(/\/+$/, '').replace(also, '')
  parsed.pathname = `${base === '' ? usual : base}${last}`
  parsed.hash = ''
  if (key && parsed.protocol === 'http:' && !isNear(parsed.hostname))
    throw new AssayError('model-unusable', texts.keyInClear(parsed.origin), { hint: texts.keyInClearHint })
  return parsed
}

const privateAddress = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[::1\]$|\[f[cd])/

/** Whether a host is this machine or in the user's own network. */
export const isNear = (hostname: string): boolean =>
  /^localhost$|\.localhost$|\.local$|\.internal$|^[^.[\]:]+$/.test(hostname) || privateAddress.test(hostname)

/** Whether a host is this machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127\..*|\[::1\])$|\.localhost$/.test(hostname)
