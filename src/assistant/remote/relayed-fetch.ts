/** A request as a companion sends it for the page. */
export interface RelayedRequest {
  url: string
  headers: [name: string, value: string][]
  body: Uint8Array
}

/** What was answered, whole. */
export interface RelayedAnswer {
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
}

/** Sends it from this machine; undefined: there is no companion. Rejects as the companion's Http port does. */
export type Relay = (request: RelayedRequest, signal: AbortSignal) => Promise<RelayedAnswer | undefined>

/** Origins that let no page read their responses: they are asked by the companion at once. */
const refusing = new Set<string>()

/**
 * `fetch` for a page that may have a companion: where the browser gets no response, since the server lets no page of another
 * origin read it or the page may not speak http, the companion asks. Its answer comes in one piece, and a redirect is none.
 */
export function relayedFetch(direct: typeof fetch, relay: Relay): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const { origin } = new URL(url)
    const signal = init?.signal ?? new AbortController().signal
    const byCompanion = async (): Promise<Response | undefined> => {
      const body = typeof init?.body === 'string' ? new TextEncoder().encode(init.body) : new Uint8Array(0)
      const answer = await relay({ url, headers: [...new Headers(init?.headers)], body }, signal)
      if (!answer) return undefined
      refusing.add(origin)
      if (answer.status >= 300 && answer.status < 400) throw new TypeError('redirect')
      return new Response(bodyless.has(answer.status) ? null : new Uint8Array(answer.body), {
        status: answer.status,
        headers: answer.headers.filter(([name]) => isPlain.test(name)),
      })
    }
    const first = refusing.has(origin) ? await byCompanion() : undefined
    if (first) return first
    try {
      return await direct(input, init)
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof TypeError)) throw thrown
      const second = await byCompanion()
      if (second) return second
      throw thrown
    }
  }
}

/** Statuses whose responses have no body (Fetch, null body status); lower ones never get here. */
const bodyless = new Set([204, 205])

/** Names that `Headers` takes. */
const isPlain = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
