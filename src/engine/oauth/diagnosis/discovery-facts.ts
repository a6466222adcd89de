import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { discovered, type Evidence } from './evidence.ts'
import { all, any, endedWith, isError, rank, shows, type Test } from './rank.ts'

/** The strings of a list of the discovery document; undefined without a document, or where it has no such list. */
export function listed(evidence: Evidence, name: string): string[] | undefined {
  const list = discovered(evidence, name)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : undefined
}

type Sent = (evidence: Evidence) => string | undefined

const words = (text: string): string => text.split(/\s+/).toSorted().join(' ')
const isIn = (list: readonly string[], value: string): boolean => list.some((one) => words(one) === words(value))

/** Holds if the document lists what was sent. */
export const lists =
  (name: string, sent: Sent): Test =>
  (evidence) => {
    const [list, value] = [listed(evidence, name), sent(evidence)]
    return list !== undefined && value !== undefined && isIn(list, value) ? rank.discovered : 0
  }

/** Holds if the document has the list, and what was sent isn't in it. */
export const omits =
  (name: string, sent: Sent): Test =>
  (evidence) => {
    const [list, value] = [listed(evidence, name), sent(evidence)]
    return list !== undefined && list.length > 0 && value !== undefined && !isIn(list, value) ? rank.discovered : 0
  }

/** Holds if the document says yes to it: `require_pushed_authorization_requests`. */
export const announces =
  (name: string): Test =>
  (evidence) =>
    discovered(evidence, name) === true ? rank.discovered : 0

/** Holds if the document was read and doesn't say yes, where this means no (OpenID Connect Discovery 1.0 section 3). */
export const denies =
  (name: string): Test =>
  (evidence) =>
    discovered(evidence, 'issuer') !== undefined || discovered(evidence, 'response_types_supported') !== undefined
      ? discovered(evidence, name) !== true && rank.discovered
      : 0

/** A parameter as it was sent. */
export const parameter =
  (name: string): Sent =>
  ({ sent }) =>
    sent(name)

/** A member of the header of a token that was sent: `alg` of `client_assertion`. */
export const headerMember =
  (token: string, name: string): Sent =>
  ({ exchange }) => {
    const value = parseJsonObject(exchange?.tokens?.find((one) => one.name === token)?.header ?? '')?.[name]
    return typeof value === 'string' ? value : undefined
  }

const undescribed: Test = ({ description }) => description === ''

/** The request was refused with a code that names no parameter of it. */
export const refusedVaguely: Test = any(
  all(isError('invalid_request', 'unauthorized_client', 'access_denied', 'invalid_request_object'), undescribed),
  all(isError('unsupported_grant_type', 'unsupported_response_type', 'request_not_supported')),
)

/** A sign-in that the provider refused without a reason: by a redirect, or on a page, which may be empty. */
export const refusedSignIn: Test = any(
  all(({ purpose }) => purpose === 'authorization' || purpose === 'par', refusedVaguely),
  all(
    endedWith('oauth-script', 'oauth-login-timeout'),
    ({ purpose }) => purpose === 'authorization',
    any(
      shows(
        /\b(invalid_request|unauthorized_client|unsupported_response_type|request_not_supported|invalid_request_object)\b|\binvalid request\b|\bbad request\b|request (was|is) invalid|whitelabel error page|unexpected error/i,
      ),
      isEmptyPage,
    ),
  ),
)

/** A scripted sign-in and the page where it ended. */
export const endedOnPage: Test = all(
  endedWith('oauth-script', 'oauth-login-timeout'),
  ({ purpose }) => purpose === 'authorization' || purpose === 'device-authorization',
)

/** The page has a button that approves, and nothing to type. */
export const asksForConsent: Test = all(
  endedOnPage,
  ({ tree }) =>
    /^\s*- '?button "(allow|authori[sz]e|approve|accept|grant|agree|consent)\b/im.test(tree) &&
    !/^\s*- '?(textbox|searchbox|combobox)\b/m.test(tree),
)

/** The authorization endpoint responded with an error status and nothing else. */
export function isEmptyPage({ failure }: Evidence): boolean {
  return /responded with status 4\d\d\b.{0,40} and no content/.test(failure.message)
}
