import type { Step, Variable } from '#engine/project/format/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isSession } from './session-operations.ts'
import type { Action } from '../actions.ts'
import { answerMembers } from '../identifier.ts'
import { isCredential } from './credentials.ts'
import { sendMembers, sentMembers, sharedValue, type Sending } from '../request/sent-values.ts'
import type { Workbench } from '../workbench.ts'

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

/** The variable that a sign-in's token is kept in. */
export const sessionToken = 'session_token'

const succeeds = ({ token }: Action): boolean => !token

/** Where the token is in an answer, the likeliest names first. */
const names = [/^access_?token$/i, /^(?:auth_?|id_?|bearer_?|session_?)?token$/i, /^jwt$/i, /token$/i]

/** The member of a body that a new token is requested with: `refresh_token`, or the `token` of a request that is called so. */
const renewing = ({ operation }: Action) =>
  operation?.method === 'GET'
    ? undefined
    : operation?.fields.find(
        ({ name, in: place }) =>
          place === 'body' &&
          (/refresh_?token|^refresh$/i.test(name) ||
            (/token$/i.test(name) && /refresh|renew/i.test(`${operation.path} ${operation.title}`))),
      )

/**
 * A user that was registered signs in as itself; what is sent after a sign-in is sent with the token of its answer, behind a
 * renewal with that of the renewed one, which was obtained with what the sign-in gave. By the place of the request that gives
 * them.
 */
export function signIn(built: readonly Signing[], bench: Workbench): ReadonlyMap<number, readonly KeptToken[]> {
  const kept = new Map<number, KeptToken[]>()
  const isLogin = ({ operation }: Action) => isSession(bench.index, 'login', operation)
  const keptOut = built.findIndex(({ action }) => isLogin(action) && !succeeds(action) && Object.keys(action.fields).length === 0)
  // "Deactivate the user, then he can't log in": with what is right otherwise.
  const known = built.slice(0, keptOut).find(({ action }) => action.operation?.role === 'create' && succeeds(action))
  const barred = built[keptOut]
  if (barred && known && !barred.action.omit?.length && Object.hasOwn(sentMembers(known), passwordOf(barred)))
    sendTheSame(known, barred)
  const first = built.findIndex(({ action }) => isLogin(action) && succeeds(action))
  const signing = built[first]
  if (!signing) return kept
  const registering = built
    .slice(0, first)
    .find(({ action }) => isSession(bench.index, 'signup', action.operation) && succeeds(action))
  if (registering) sendTheSame(registering, signing)
  else signInAsKnown(signing, bench)
  for (const [at, { action }] of built.entries()) {
    const isRenewal = at > first && renewing(action) !== undefined
    if ((!isLogin(action) && !isRenewal) || !succeeds(action)) continue
    if (isLogin(action)) withNewPassword(built, at)
    const tokens = [...accessToken(built, at, bench), ...renewalToken(built, at, bench)]
    if (tokens.length > 0) kept.set(at, tokens)
  }
  return kept
}

/** A user that no request registers has an account already: what would be drawn is a variable for the user to fill. */
function signInAsKnown(signing: Signing, bench: Workbench): void {
  const members = sentMembers(signing)
  const prefix = bench.project.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  for (const [name, value] of Object.entries(members)) {
    if (typeof value !== 'string' || !value.startsWith('${random.') || Object.hasOwn(signing.action.fields, name)) continue
    const isSecret = /passw|secret|pin$/i.test(name)
    const variable = `${signing.action.as ?? 'login'}_${name.replace(/\W/g, '_')}`
    members[name] = `\${${variable}}`
    if (bench.variable(variable)) continue
    signing.projectVariables.push({
      name: variable,
      value: isSecret ? { secret: `${prefix}/${variable}` } : '',
      description: '',
    })
    bench.warn(isSecret ? bench.texts.warn.secretNeeded(variable) : bench.texts.warn.valueNeeded(variable))
  }
  sendMembers(signing, members)
}

const oldPassword = /^(?:old|current|previous|existing)_?pass/i
const newPassword = /^new_?pass/i

/** Behind a change of the password a sign-in is with the new one; what was changed is the one that signs in before. */
function withNewPassword(built: readonly Signing[], at: number): void {
  const login = built[at]
  const changing = built
    .slice(0, at)
    .findLast((one) => succeeds(one.action) && Object.keys(sentMembers(one)).some((name) => newPassword.test(name)))
  const members = changing ? sentMembers(changing) : {}
  const [from, to] = [oldPassword, newPassword].map((called) => Object.keys(members).find((name) => called.test(name)))
  const own = login && passwordOf(login)
  if (!login || !changing || to === undefined || !own || Object.hasOwn(login.action.fields, own)) return
  // Who signs in before is the one who signs in again.
  const earlier = built
    .slice(0, built.indexOf(changing))
    .findLast(({ action }) => action.operation === login.action.operation && succeeds(action))
  if (earlier) sendTheSame(earlier, login)
  const before = sentMembers(earlier ?? login)[own]
  if (from !== undefined && !Object.hasOwn(changing.action.fields, from)) sendMembers(changing, { ...members, [from]: before })
  sendMembers(login, { ...sentMembers(login), [own]: sharedValue(changing, to) })
}

const passwordOf = ({ action: { operation } }: Signing): string =>
  operation?.fields.find(({ name, in: place }) => place === 'body' && /passw|pin$/i.test(name))?.name ?? ''

/** The token that later requests are sent with. */
function accessToken(built: readonly Signing[], at: number, bench: Workbench): KeptToken[] {
  const later = built
    .slice(at + 1)
    .filter(
      ({ action, request }) => !action.token && action.as === undefined && request.headers.some(({ name }) => isCredential(name)),
    )
  const giving = built[at]?.action
  if (later.length === 0 || !giving?.operation) return []
  const members = answerMembers(giving.operation, undefined, 2)
  const known = names.flatMap((name) => members.filter((one) => name.test(one.name)))[0]
  // A documented answer without a token: the session is kept by a cookie, or by a header.
  if (!known && members.length > 0) return []
  const token = { path: known?.path ?? '$.token', to: sessionToken }
  if (!known) bench.assume('identifier', bench.texts.assume.identifier(token.path), '')
  for (const one of later) {
    one.before = one.before.filter((step) => !isOAuth2Step(step))
    for (const header of one.request.headers)
      if (isCredential(header.name))
        // An Authorization is never without a scheme (RFC 9110 section 11.6.2), though Swagger 2.0 can't say which.
        header.value =
          /^(?:Bearer|Basic) /.test(header.value) || header.name.toLowerCase() === 'authorization'
            ? `Bearer \${${token.to}}`
            : `\${${token.to}}`
    one.projectVariables = one.projectVariables.filter(({ value }) => typeof value !== 'object')
  }
  return [token]
}

/** The token that the next renewal is requested with. */
function renewalToken(built: readonly Signing[], at: number, bench: Workbench): KeptToken[] {
  const giving = built[at]?.action
  const next = built.slice(at + 1).find(({ action }) => renewing(action) !== undefined)
  const field = next && renewing(next.action)
  if (!next || !field || !giving?.operation || Object.hasOwn(next.action.fields, field.name)) return []
  const members = answerMembers(giving.operation, undefined, 2)
  const known = members.find(({ name }) => /refresh/i.test(name))
  if (!known && members.length > 0) return []
  const token = { path: known?.path ?? '$.refresh_token', to: 'refresh_token' }
  if (!known) bench.assume('identifier', bench.texts.assume.identifier(token.path), '')
  sendMembers(next, { ...sentMembers(next), [field.name]: `\${${token.to}}` })
  return [token]
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
