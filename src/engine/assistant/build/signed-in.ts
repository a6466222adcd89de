import type { Step, Variable } from '#engine/project/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { sessionOperation } from '../understand/session.ts'
import type { Action } from './actions.ts'
import { answerMembers } from './identifier.ts'
import { isCredential } from './credentials.ts'
import { sendMembers, sentMembers, sharedValue, type Sending } from './sent-values.ts'
import type { Workbench } from './workbench.ts'

/** The part of a request that is built which signing in is about. */
export interface Signing extends Sending {
  before: Step[]
  projectVariables: Variable[]
}

/** What of the answer of a sign-in later requests are sent with. */
export interface KeptToken {
  path: string
  to: string
}

const succeeds = ({ status, refused, token, unknown }: Action): boolean => (status ?? 200) < 400 && !refused && !token && !unknown

/** Where the token stands in an answer, the likeliest names first. */
const names = [/^access_?token$/i, /^(?:auth_?|id_?|bearer_?|session_?)?token$/i, /^jwt$/i, /token$/i]

/** A user that was registered signs in as itself; what is asked for behind a sign-in is sent with the token of its answer. */
export function signIn(built: readonly Signing[], bench: Workbench): { at: number; token: KeptToken } | undefined {
  const login = sessionOperation(bench.index, 'login')
  const at = built.findIndex(({ action }) => login !== undefined && action.operation === login && succeeds(action))
  const signing = built[at]
  if (!signing || !login) return undefined
  const signup = sessionOperation(bench.index, 'signup')
  const registering = built.slice(0, at).find(({ action }) => action.operation === signup && succeeds(action))
  if (registering) sendTheSame(registering, signing)
  const later = built
    .slice(at + 1)
    .filter(
      ({ action, request }) => !action.token && action.as === undefined && request.headers.some(({ name }) => isCredential(name)),
    )
  if (later.length === 0) return undefined
  const members = answerMembers(login, signing.action.status, 2)
  const known = names.flatMap((name) => members.filter((one) => name.test(one.name)))[0]
  // A documented answer without a token: the session is kept by a cookie, or by a header.
  if (!known && members.length > 0) return undefined
  const token = { path: known?.path ?? '$.token', to: 'session_token' }
  if (!known) bench.assume('identifier', bench.texts.assume.identifier(token.path), '')
  for (const one of later) {
    one.before = one.before.filter((step) => !isOAuth2Step(step))
    for (const header of one.request.headers)
      if (isCredential(header.name))
        header.value = /^(?:Bearer|Basic) /.test(header.value) ? `Bearer \${${token.to}}` : `\${${token.to}}`
    one.projectVariables = one.projectVariables.filter(({ value }) => typeof value !== 'object')
  }
  return { at, token }
}

/** Members that both send have one value: one that is drawn is drawn once for the case. */
function sendTheSame(registering: Signing, signing: Signing): void {
  const members = sentMembers(signing)
  for (const name of Object.keys(sentMembers(registering))) {
    if (!Object.hasOwn(members, name) || Object.hasOwn(signing.action.fields, name)) continue
    const value = sharedValue(registering, name)
    if (typeof value === 'string') members[name] = value
  }
  sendMembers(signing, members)
}
