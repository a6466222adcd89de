import { formatSize } from '#engine/base/format-size.ts'
import { AssayError } from '#engine/base/errors.ts'
import { fail, ok } from '#engine/base/result.ts'
import { largestRead, parseApi, parsePart, type ApiText } from '#engine/api/document.ts'
import { apiDocumentTexts as apiTexts } from '#engine/api/texts.ts'
import { looksPrivate } from '#platform/browser/companion/relayed-http.ts'
import { workerRequestTexts } from '../request-texts.ts'

/** An answer of the companion, which may ask where this page must not look. */
export interface RelayedDocument {
  status: number
  /** The URL that answered, after redirects. */
  url: string
  body: Uint8Array
}

/** What downloading needs; a test has its own. */
export interface DownloadParts {
  fetch: typeof fetch
  /** Asks by the companion; undefined: there is none. `follow`: redirects, else they are the answer. */
  relay(url: string, follow: boolean): Promise<RelayedDocument | undefined>
  /** Hosts that the document may lead to, beside its own. */
  hosts: readonly string[]
  signal: AbortSignal
}

/** A document from a URL, with those that it refers to. */
export interface DownloadedApi extends ApiText {
  /** Hosts from which no other documents were requested, because they are not allowed. */
  otherHosts: string[]
}

/** Documents of one description, and their bytes together. */
const mostDocuments = 3_000
const mostBytes = 100_000_000

/**
 * A description from an address that someone typed, with the documents that it refers to at the same host. Others are asked
 * only if a user has allowed them, and hosts of private networks never. Rejects with AssayError `api-unusable`.
 */
export async function downloadDocument(url: string, { fetch, relay, hosts, signal }: DownloadParts): Promise<DownloadedApi> {
  /** Origins whose answers this page may not read. */
  const refusing = new Set<string>()
  const otherHosts = new Set<string>()
  let documents = 0
  let bytes = 0

  const ask = async (address: string, redirect: 'follow' | 'error'): Promise<RelayedDocument> => {
    const { origin } = new URL(address)
    if (!refusing.has(origin))
      try {
        const response = await fetch(address, { signal, credentials: 'omit', redirect })
        if (Number(response.headers.get('content-length')) > largestRead)
          throw refused(workerRequestTexts.apiTooLarge(address, limit))
        return { status: response.status, url: response.url || address, body: new Uint8Array(await response.arrayBuffer()) }
      } catch (thrown) {
        if (thrown instanceof AssayError || signal.aborted) throw thrown
        refusing.add(origin)
      }
    const relayed = await relay(address, redirect === 'follow')
    if (relayed === undefined) throw refused(workerRequestTexts.apiNotFetched(address))
    return relayed
  }
  if (!URL.canParse(url)) throw refused(workerRequestTexts.apiNoAddress(url))
  const first = await ask(url, 'follow')
  if (first.status < 200 || first.status > 299) throw refused(workerRequestTexts.apiAnswered(url, first.status))
  const root = withoutHash(first.url)
  const own = new URL(root).host
  if (looksPrivate(new URL(root).hostname) && !looksPrivate(new URL(url).hostname))
    throw refused(workerRequestTexts.apiLedAway(url, own))
  const parsed = await parseApi(first.body, url, {
    root,
    resolve(file, from) {
      if (!URL.canParse(file, from)) return fail(workerRequestTexts.noPartAddress)
      const found = new URL(file, from)
      if (!/^https?:$/.test(found.protocol)) return fail(workerRequestTexts.noPartAddress)
      if (found.host !== own && !hosts.includes(found.host)) {
        if (looksPrivate(found.hostname)) return fail(workerRequestTexts.privateHost(found.host))
        otherHosts.add(found.host)
        return fail(apiTexts.otherHost(found.host))
      }
      return ok(withoutHash(found.href))
    },
    async read(location) {
      if (++documents > mostDocuments || bytes > mostBytes) return fail(workerRequestTexts.tooManyParts)
      try {
        // A redirect would lead to a host that no one has allowed.
        const { status, body } = await ask(location, 'error')
        bytes += body.length
        return status < 200 || status > 299
          ? fail(workerRequestTexts.partAnswered(status))
          : await parsePart(body, new URL(location).pathname)
      } catch (thrown) {
        if (signal.aborted) throw thrown
        return fail(workerRequestTexts.partNotFetched)
      }
    },
  })
  if (!parsed.ok) throw parsed.error
  return { ...parsed.value, otherHosts: [...otherHosts] }
}

const limit = formatSize(largestRead)

const refused = (message: string): AssayError =>
  new AssayError('api-unusable', message, { hint: workerRequestTexts.apiNotFetchedHint })

function withoutHash(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}
