import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { Draft } from './draft.ts'
import { texts } from './texts.ts'

const signsIn = /log-?in|sign-?in|sessions?\b|authenticat/i
const credential = /^(authorization|cookie|x-.*(token|key|auth).*|.*api[-_]?key.*|.*token)$/i

/**
 * Says that no cookie is kept by itself, where a collection can live on one: something signs in, and no request shows by what
 * it is known. Other tools send the cookies of earlier answers silently.
 */
export function tellSessions(draft: Draft): void {
  const { project } = draft
  const requests = project.suites
    .flatMap(({ cases }) => cases.flatMap(({ steps }) => steps))
    .filter(isSendRequestStep)
    .filter(({ disabled }) => !disabled)
  const login = requests.find(({ method, url, name }) => method === 'POST' && signsIn.test(`${url} ${name}`))
  if (login === undefined || requests.length < 2) return
  const isKnown = requests.some(({ headers, query }) =>
    [...headers, ...query].some(({ name, disabled }) => !disabled && credential.test(name)),
  )
  if (!isKnown) draft.leaveOut(login.name, texts.session)
}
