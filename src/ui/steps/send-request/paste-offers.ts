import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'

/** A variable as it is known here; secrets come masked. */
interface Known {
  name: string
  value: string
}

/** What can be made better of a request that was pasted. */
export type PasteOffer =
  /** Its URL starts with what a variable holds. */
  | { kind: 'address'; variable: string; text: string }
  /** No variable holds where its API is. */
  | { kind: 'new-address'; variable: string; text: string }
  /** A bearer token is in it, and a step before gets one. */
  | { kind: 'token'; variable: string; header: number }
  /** What looks like a credential is in it in plaintext. */
  | { kind: 'secret'; variable: string; header: number; name: string; text: string }

const CREDENTIAL =
  /^(?:authorization|proxy-authorization|cookie|x-api-key|api-key|apikey|x-auth-token|x-access-token|x-csrf-token)$/i
/** A scheme before the credential stays where it is. */
const SCHEME = /^(?:Bearer|Token|ApiKey)\s+|^(?:Basic|Digest|NTLM)\s+(?:[^:]*:(?=.))?/i

/** A name that no variable here has. */
export function freeVariable(root: string, variables: readonly { name: string }[]): string {
  const taken = new Set(variables.map(({ name }) => name))
  for (let n = 1; ; n++) {
    const name = n === 1 ? root : `${root}_${n}`
    if (!taken.has(name)) return name
  }
}

/**
 * What a pasted request is offered: `${baseUrl}` for its URL, the token's variable for its bearer token, a secret for a
 * credential.
 */
export function pasteOffers(
  request: Pick<SendRequestStep, 'url' | 'headers'>,
  variables: readonly Known[],
  tokens: readonly string[],
): PasteOffer[] {
  const offers: PasteOffer[] = []
  const origin = URL.canParse(request.url) && !request.url.startsWith('${') ? new URL(request.url).origin : undefined
  if (origin && origin !== 'null') {
    const fits = ({ value }: Known) => {
      const base = value.replace(/\/+$/, '')
      return (
        /^https?:/.test(base) &&
        (request.url === base || /^[/?#]/.test(request.url.slice(base.length))) &&
        request.url.startsWith(base)
      )
    }
    const known = variables.filter(fits).toSorted((a, b) => b.value.length - a.value.length)[0]
    if (known) offers.push({ kind: 'address', variable: known.name, text: known.value.replace(/\/+$/, '') })
    else if (!variables.some(({ name, value }) => name === 'baseUrl' && value !== ''))
      offers.push({ kind: 'new-address', variable: 'baseUrl', text: origin })
  }
  request.headers.forEach(({ name, value }, header) => {
    if (!CREDENTIAL.test(name) || value.includes('${') || value.trim() === '') return
    const [token] = tokens
    if (/^Bearer\s/i.test(value) && token !== undefined) offers.push({ kind: 'token', variable: token, header })
    const text = value.replace(SCHEME, '')
    const root = /^authorization$/i.test(name)
      ? /^(?:Basic|Digest|NTLM)\s[^:]*:./i.test(value)
        ? 'password'
        : 'token'
      : name
          .toLowerCase()
          .replace(/^x-/, '')
          .replace(/[^a-z0-9]+/g, '_')
    offers.push({ kind: 'secret', variable: freeVariable(root, variables), header, name, text })
  })
  return offers
}

/** The request with an offer taken, in place. */
export function takeOffer(request: Pick<SendRequestStep, 'url' | 'headers'>, offer: PasteOffer): void {
  if (offer.kind === 'address' || offer.kind === 'new-address') {
    if (request.url.startsWith(offer.text)) request.url = `\${${offer.variable}}${request.url.slice(offer.text.length)}`
    return
  }
  const header = request.headers[offer.header]
  if (!header) return
  const scheme = SCHEME.exec(header.value)?.[0] ?? ''
  header.value = `${scheme}\${${offer.variable}}`
}

/** A text with the values that are known; secrets and functions stay as `${…}`. */
export function resolveShown(text: string, variables: readonly Known[]): string {
  const values = new Map(variables.toReversed().map(({ name, value }) => [name, value]))
  return text.replace(/\$\$|\$\{([^{}]*)\}/g, (whole, name?: string) => {
    const value = name === undefined ? undefined : values.get(name.trim())
    return value === undefined || value === '' || /[‹•]/.test(value) ? whole : value
  })
}
