import { headerKey } from '#engine/project/inherited-headers.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { requestTabTexts as texts } from '../tab-texts.ts'

const secretName =
  /^(authorization|proxy-authorization|cookie|x-api-key|api-key|apikey|x-auth-token|x-access-token|private-token)$/i
const browserRefuses = /^(cookie|host|origin)$/i

/** What to say about a request's headers: a secret in plaintext (P4), one that a browser can't send, be it inherited. */
export function headerWarnings(
  step: Pick<SendRequestStep, 'headers' | 'via'>,
  offered: readonly { name: string }[] = [],
): { kind: 'warning' | 'info'; text: string }[] {
  const active = step.headers.filter((header) => !header.disabled)
  const clear = active.filter(
    (header) =>
      secretName.test(header.name.trim()) &&
      !header.value.includes('${') &&
      header.value.replace(/^(basic|bearer|digest|token)\s*/i, '').trim().length > 5,
  )
  const named = new Set(step.headers.map(headerKey))
  const sent = [...active, ...offered.filter((row) => !named.has(headerKey(row)))]
  const refused = step.via === 'companion' ? [] : sent.filter((header) => browserRefuses.test(header.name.trim()))
  return [
    ...clear.map((header) => ({ kind: 'warning' as const, text: texts.clearSecret(header.name) })),
    ...refused.map((header) => ({ kind: 'info' as const, text: texts.cookieHeader(header.name) })),
  ]
}
