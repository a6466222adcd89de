import { standardCode } from '../standard-code.ts'
import type { Evidence } from './evidence.ts'
import type { Fix, StepPatch } from '../step-settings.ts'

type Test = (evidence: Evidence) => boolean

/** Holds if something that was said fits the pattern. */
export const says =
  (pattern: RegExp): Test =>
  ({ words }) =>
    pattern.test(words)

/** Holds if the provider's error has one of these codes, or one of its own for it. */
export const isError =
  (...codes: string[]): Test =>
  ({ error }) =>
    codes.includes(error) || codes.includes(standardCode(error))

/** Holds if the step ended with one of these codes. */
export const endedWith =
  (...codes: string[]): Test =>
  ({ failure, exchange }) =>
    codes.includes(failure.code) || codes.includes(exchange?.error?.code ?? '')

/** Holds if all do. */
export const all =
  (...tests: Test[]): Test =>
  (evidence) =>
    tests.every((test) => test(evidence))

/** Holds if one does. */
export const any =
  (...tests: Test[]): Test =>
  (evidence) =>
    tests.some((test) => test(evidence))

/** Holds in messages to the token endpoint, or to another one that the client proves itself to. */
export const atTokenEndpoint: Test = ({ purpose }) => ['token', 'refresh', 'device-authorization', 'par'].includes(purpose)

/** One button. */
export const fix = (label: string, change: StepPatch): Fix => ({ label, change })

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

/** How the secret went, completing "It was sent …". */
export const transportUsed = ({ settings, sentSecret }: Evidence): string =>
  sentSecret === 'body'
    ? 'in the body'
    : settings?.secretTransport === 'basic-raw'
      ? 'unencoded in the Basic header'
      : 'form-encoded in the Basic header, as RFC 6749 section 2.3.1 asks'

/** The scope words without some; the button names what goes. */
export function scopeWithout({ settings }: Evidence, unwanted: (word: string) => boolean): Fix[] {
  const words = settings?.scope.split(/\s+/).filter(Boolean) ?? []
  const gone = words.filter(unwanted)
  // A scope with variables is not the text that was sent.
  if (gone.length === 0 || words.some((word) => word.includes('${'))) return []
  const label = gone.length > 2 ? `Leave out ${gone.length} scopes` : `Leave out ${gone.join(', ')}`
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

/** Where the endpoints of the step are `http:` to another machine, the same addresses with `https:`. */
export function withHttps({ settings }: Evidence): Fix[] {
  const names = [
    'discoveryEndpoint',
    'tokenEndpoint',
    'refreshEndpoint',
    'authorizationEndpoint',
    'deviceAuthorizationEndpoint',
  ] as const
  const change: StepPatch = {}
  for (const name of names) {
    const address = settings?.[name] ?? ''
    if (/^http:\/\/(?!localhost\b|127\.|\[::1\])/i.test(address)) change[name] = address.replace(/^http:/i, 'https:')
  }
  return Object.keys(change).length === 0 ? [] : [fix('Use https:', change)]
}
