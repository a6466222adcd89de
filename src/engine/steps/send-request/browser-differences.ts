import { isCredential } from '#engine/ports/http/http-rules.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/index.ts'
import { texts } from './texts.ts'

/**
 * What a browser did otherwise with a request than the companion would have, without a way to prevent or to see it: it may send
 * its own User-Agent (Chromium does), and of a redirect it only tells where it led. Texts for users.
 */
export function browserDifferences({ url, headers }: HttpRequest, response: HttpResponse): string[] {
  const names = headers.map(([name]) => name)
  const own = names.some((name) => /^user-agent$/i.test(name)) ? [texts.ownUserAgent] : []
  const taken = names.filter((name) => isCredential(name) && !/^authorization$/i.test(name))
  if (taken.length === 0 || response.opaqueRedirect) return own
  const { origin } = new URL(response.url)
  return origin === new URL(url).origin ? own : [...own, texts.takenAlong(taken, origin)]
}
