import { endpointNames } from '../grants/grant-facts.ts'
import { discovered, type Evidence } from './evidence.ts'
import { matchesText, type Test } from './rank.ts'
import type { Fix, StepPatch } from '../step-settings.ts'

/** True if the failure is about a redirect URI. */
export const namesRedirectUri = matchesText(/redirect(ion)?.?ur[il]/i)

/** The redirect URI isn't registered, found at whichever endpoint: hashicorp/cap finds it when the code is redeemed. */
export const deniesRedirectUri = matchesText(/redirect(ion)?.?ur[il].{0,20}\bnot (allowed|registered|permitted)\b/i)

/** Holds in messages to an endpoint that issues something to a client that authenticates. */
export const atTokenEndpoint: Test = ({ purpose }) =>
  ['token', 'refresh', 'device-authorization', 'backchannel-authentication', 'par'].includes(purpose)

/** Holds in all messages in which the client authenticates. */
export const provesClient: Test = (evidence) =>
  atTokenEndpoint(evidence) || evidence.purpose === 'introspection' || evidence.purpose === 'revocation'

/** One button that changes the step. */
export const fix = (label: string, change: StepPatch): Fix => ({ label, change })

/** For a wrong secret, which only the user can correct. */
export const editSecret: Fix = { label: 'Edit secret', edit: 'clientSecret' }

const transports = {
  body: 'Send it in the body',
  basic: 'HTTP Basic',
  'basic-raw': 'Unencoded Basic',
} as const

/** The ways of sending the secret that were not used (RFC 6749 section 2.3.1). */
export function otherTransports({ settings, sentSecret }: Evidence): Fix[] {
  const used = settings?.secretTransport ?? sentSecret
  return (['body', 'basic-raw', 'basic'] as const)
    .filter((way) => way !== used)
    .map((way) => fix(transports[way], { secretTransport: way }))
}

/** A text, followed by the hint of the error, which has the endpoint's label in the editor. */
export const withHint =
  (text: string) =>
  ({ failure }: Evidence): string =>
    [text, failure.hint].filter(Boolean).join(' ')

const ways = {
  body: 'in the body',
  basic: 'with HTTP Basic',
  'basic-raw': 'with HTTP Basic without form-encoding',
} as const

/** Labels of "Send secret in", as in the step's editor. */
const labels = { body: 'request body', basic: 'HTTP Basic', 'basic-raw': 'HTTP Basic without form-encoding' } as const

/** How the secret was sent, and the two other values of the setting, with label and value in the file. */
export function sentAndOthers({ settings, sentSecret }: Evidence): string {
  const used = settings?.secretTransport ?? sentSecret ?? 'body'
  const others = (['body', 'basic', 'basic-raw'] as const).filter((way) => way !== used)
  return `it was sent ${ways[used]}; set "Send secret in" to ${others.map((way) => `${labels[way]} (${way})`).join(' or ')}`
}

/** The value to use for "Send secret in", and how the secret was sent. `why` ends the second sentence. */
export function sentAndOther({ settings, sentSecret }: Evidence, method: string, why: string): string {
  const wanted = method === 'client_secret_post' ? 'body' : 'basic'
  const used = settings?.secretTransport ?? sentSecret ?? 'body'
  return `Set "Send secret in" to ${labels[wanted]} (${wanted}). The secret was sent ${ways[used]}, ${why}.`
}

/**
 * The words of the scope that a refusal is about: those that the error names or, if it names all or none, those that discovery does
 * not list; a single one always; none if neither tells them apart.
 */
export function suspectScopes(evidence: Evidence): { words: string[]; list: string; isUnlisted: boolean } {
  const asked = (evidence.sent('scope') ?? '').split(/\s+/).filter(Boolean)
  const said = evidence.description.split(/[\s"',;()[\]]+/).map((word) => word.replace(/[.:]+$/, ''))
  const named = asked.filter((word) => said.includes(word))
  const supported = discovered(evidence, 'scopes_supported')
  const unlisted = Array.isArray(supported) ? (named.length > 0 ? named : asked).filter((word) => !supported.includes(word)) : []
  const words = unlisted.length > 0 ? unlisted : asked.length === 1 ? asked : named.length < asked.length ? named : []
  return { words, list: words.join(' '), isUnlisted: unlisted.length > 0 }
}

/** The scope words without some; the button names what goes. */
export function scopeWithout({ settings }: Evidence, unwanted: (word: string) => boolean): Fix[] {
  const words = settings?.scope.split(/\s+/).filter(Boolean) ?? []
  const gone = words.filter(unwanted)
  // A scope with variables is not the text that was sent.
  if (gone.length === 0 || words.some((word) => word.includes('${'))) return []
  const label = gone.length > 2 ? `Remove ${gone.length} scopes` : `Remove ${gone.join(', ')}`
  return [fix(label, { scope: words.filter((word) => !unwanted(word)).join(' ') })]
}

/** Takes an additional parameter away. */
export function withoutParameter({ settings }: Evidence, name: string): Fix[] {
  const before = settings?.additionalParameters ?? []
  const after = before.filter((one) => one.name !== name).map(({ name, value }) => ({ name, value }))
  return after.length === before.length ? [] : [fix(`Remove ${name}`, { additionalParameters: after })]
}

/** Adds an additional parameter, or gives it another value. */
export function withParameter({ settings }: Evidence, name: string, value: string): Fix[] {
  const others = (settings?.additionalParameters ?? []).filter((one) => one.name !== name)
  const kept = others.map(({ name, value }) => ({ name, value }))
  return [fix(`Add ${name}=${value}`, { additionalParameters: [...kept, { name, value }] })]
}

const otherMachines = /^http:\/\/(?!localhost\b|127\.|\[::1\])/i

/** Where the endpoints of the step are `http:`, to another machine unless said otherwise, the same URLs with `https:`. */
export function withHttps({ settings }: Evidence, which: RegExp = otherMachines): Fix[] {
  const names = ['discoveryEndpoint', 'refreshEndpoint', ...endpointNames] as const
  const change: StepPatch = {}
  for (const name of names) {
    const address = settings?.[name] ?? ''
    if (which.test(address)) change[name] = address.replace(/^http:/i, 'https:')
  }
  return Object.keys(change).length === 0 ? [] : [fix('Use https:', change)]
}
