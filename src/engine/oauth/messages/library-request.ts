import * as oauth from 'oauth4webapi'
import type { HttpResponse } from '#engine/ports/index.ts'
import type { OAuthContext } from '../context.ts'
import { sendRecorded, type Message } from './exchange-recorder.ts'

/** Options that every request of oauth4webapi takes here; `http:` has been judged before. */
export interface SendOptions {
  [oauth.customFetch]: (url: string, options: oauth.CustomFetchOptions<'POST', URLSearchParams>) => Promise<Response>
  [oauth.allowInsecureRequests]: true
  signal: AbortSignal
}

/** A raw answer, and when its request was sent (milliseconds since 1970). */
export type JudgeAnswer = (raw: HttpResponse, url: string, sentAt: number) => Response

/** Thrown through oauth4webapi, to have its request made again. */
const nonceWanted = new Error('The server requests a proof with its nonce.')

/**
 * Lets oauth4webapi make a request and sends it through the recorder; `judge` decides what the library sees of the response.
 * With a binding and `proven` it carries a DPoP proof, and is made again exactly once if the server requires its nonce (RFC
 * 9449 section 8, case 31): then nothing was spent. Nothing else is ever sent twice.
 */
export async function sendByLibrary(
  context: OAuthContext,
  message: Message,
  send: (options: SendOptions) => Promise<Response>,
  judge: JudgeAnswer,
  proven: boolean,
): Promise<Response> {
  const binding = proven ? context.binding : undefined
  for (let attempt = 1; ; attempt++) {
    try {
      return await send({
        [oauth.allowInsecureRequests]: true,
        signal: context.signal,
        [oauth.customFetch]: async (url, { method, headers, body }) => {
          const sentAt = context.ports.clock.now()
          const own = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'user-agent')
          const proof: [string, string][] = binding ? [['dpop', await binding.prove({ method, url })]] : []
          const raw = await sendRecorded(context, message, { method, url, headers: [...own, ...proof], body: body.toString() })
          if (binding?.challenged(url, raw) && attempt === 1) throw nonceWanted
          return judge(raw, url, sentAt)
        },
      })
    } catch (thrown) {
      if (thrown !== nonceWanted) throw thrown
    }
  }
}
