import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** Bytes of a form that still fit into a header: Chromium takes 256 KB of headers. */
const longestForm = 200_000

/** Messages about a form that is longer. */
export const answerTooLong = 'Request fewer scopes or claims. The response of this sign-in is larger than 200,000 bytes.'

/** True for the response of a sign-in that a provider lets the browser post (OAuth 2.0 Form Post Response Mode 1.0). */
export const isPostedAnswer = ({ method }: IncomingMessage, path: string): boolean =>
  method === 'POST' && path === '/oauth/callback.html'

/**
 * Sends the browser on to the callback page with the form's parameters behind the #, where the page reads answers anyway and
 * takes them out of the URL at once; the service worker does the same (vite.config.ts, docs/decisions/0008). False if the form
 * is too long for that, and nothing was answered.
 */
export async function sendOnAnswer(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
  if (!(Number(request.headers['content-length']) <= longestForm)) return false
  const form = new URLSearchParams(await text(request))
  response.writeHead(303, { location: `${path}#${form.toString()}`, 'cache-control': 'no-store' }).end()
  return true
}
