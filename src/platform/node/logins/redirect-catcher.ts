import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** What the browser shows where the login ended; no one but a picture sees it. */
const endPage = Buffer.from('<!doctype html><title>Signed in</title><p>Signed in.').toString('base64')

/** The parts of `Fetch.requestPaused` that are looked at. */
interface Paused {
  requestId: string
  request: { url: string; urlFragment?: string; method: string; postData?: string; hasPostData?: boolean }
  responseStatusCode?: number
  responseHeaders?: { name: string; value: string }[]
}

/** True for the redirect URI with whatever query and fragment were added (RFC 6749 section 3.1.2). */
export function isRedirect(url: string, redirectUri: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(redirectUri)) return url.split(/[?#]/)[0] === redirectUri.split(/[?#]/)[0]
  const [seen, wanted] = [new URL(url), new URL(redirectUri)]
  if (seen.protocol !== wanted.protocol || seen.host !== wanted.host || seen.pathname !== wanted.pathname) return false
  return [...wanted.searchParams].every(([name, value]) => seen.searchParams.getAll(name).includes(value))
}

const isHttp = (uri: string): boolean => /^https?:/i.test(uri)

/**
 * Takes the response of a login before it leaves the browser: no listener is needed, and every redirect URI will do, `https:`
 * and an app's own scheme too (RFC 8252 section 7). `take` gets the address with query and fragment; a response that was posted
 * (OAuth 2.0 Form Post Response Mode) is in the fragment.
 */
export async function catchRedirect(
  context: BrowserContext,
  first: Page,
  redirectUri: string,
  take: (callbackUrl: string) => void,
): Promise<void> {
  const watch = async (page: Page): Promise<void> => {
    const session = await context.newCDPSession(page)
    session.on('Fetch.requestPaused', (paused: Paused) => void answer(session, paused).catch(() => undefined))
    // The driver's own routing does not see where a redirect leads.
    const atRequest = {
      urlPattern: `${escaped(redirectUri.split(/[?#]/)[0] ?? '')}*`,
      resourceType: 'Document',
      requestStage: 'Request',
    } as const
    const atResponse = { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' } as const
    await session.send('Fetch.enable', { patterns: [isHttp(redirectUri) ? atRequest : atResponse] })
  }
  const answer = async (
    session: CDPSession,
    { requestId, request, responseStatusCode, responseHeaders }: Paused,
  ): Promise<void> => {
    if (responseStatusCode !== undefined) {
      const location = responseHeaders?.find(({ name }) => name.toLowerCase() === 'location')?.value
      if (location !== undefined && isRedirect(location, redirectUri)) take(location)
      await session.send('Fetch.continueRequest', { requestId })
      return
    }
    const url = `${request.url}${request.urlFragment ?? ''}`
    if (!isRedirect(request.url, redirectUri)) return void (await session.send('Fetch.continueRequest', { requestId }))
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/html' }],
      body: endPage,
    })
    take(request.method === 'POST' ? `${redirectUri}#${request.postData ?? ''}` : url)
  }
  await watch(first)
  context.on('page', (page) => void watch(page).catch(() => undefined))
}

/** Text in the patterns of the protocol, where `*` and `?` stand for anything. */
const escaped = (text: string): string => text.replace(/[*?\\]/g, '\\$&')
