import { describeDuration } from '#engine/base/duration.ts'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { messageTexts } from '../results/message-texts.ts'

const words = messageTexts.exchange

/** How long the parts of an exchange took, in their order, as far as the host that sent it could see; who that was, and what it had to show. */
export function messageTimes({ connecting, firstByte, duration, by, certificate, proxy, resent }: Exchange): string[] {
  const part = (name: keyof typeof words.connecting) => {
    const time = connecting?.[name]
    return time === undefined ? [] : [`${words.connecting[name]} ${describeDuration(time)}`]
  }
  return [
    ...(by === undefined ? [] : [words.by[by]]),
    ...(proxy === undefined ? [] : [words.byProxy(proxy)]),
    ...(certificate === undefined ? [] : [words.certificate(certificate.subject, certificate.thumbprint)]),
    ...(resent === true ? [words.resent] : []),
    ...part('dns'),
    ...part('connect'),
    ...part('tls'),
    ...(firstByte === undefined ? [] : [words.firstByte(describeDuration(firstByte))]),
    words.complete(describeDuration(duration)),
  ]
}
