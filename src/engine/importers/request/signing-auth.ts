import type { SignedAuth } from '#engine/steps/send-request/auth/signed-auth.ts'
import type { ForeignAuth } from './auth.ts'

/** A setting by its name in a tool, as a template; empty if there is none. */
type At = (name: string) => string

/** The first setting that has a value: tools name the same setting differently. */
const first = (at: At, ...names: string[]): string => names.map((name) => at(name).trim()).find((value) => value !== '') ?? ''

const signing = (auth: SignedAuth, isEmpty: boolean): ForeignAuth => (isEmpty ? { kind: 'none' } : { kind: 'signing', auth })

/** Parts of a word of the header can't have spaces, which keys have only by mistake. */
const word = (text: string): string => text.replace(/\$\{[^{}]*\}|\s+/g, (part) => (part.startsWith('$') ? part : ''))

/** AWS Signature 4 in the settings of Postman, Bruno, Insomnia, Hoppscotch and Thunder Client. */
export function awsSigning(at: At, more: { region?: string; service?: string } = {}): ForeignAuth {
  const accessKey = word(first(at, 'accessKey', 'accessKeyId'))
  const secretKey = word(first(at, 'secretKey', 'secretAccessKey', 'secretKeyId'))
  const isQuery = at('addAuthDataToQuery') === 'true' || /query/i.test(at('addTo'))
  return signing(
    {
      kind: 'aws',
      accessKey,
      secretKey,
      sessionToken: word(first(at, 'sessionToken', 'serviceToken')),
      region: word(first(at, 'region', 'awsRegion')) || (more.region ?? ''),
      service: word(first(at, 'service', 'serviceName')) || (more.service ?? ''),
      place: isQuery ? 'query' : 'header',
    },
    accessKey + secretKey === '',
  )
}

/** OAuth 1.0a in the settings of Postman, Bruno and Insomnia. */
export function oauth1Signing(at: At): ForeignAuth {
  const consumerKey = first(at, 'consumerKey')
  const inForms = at('addParamsToHeader') === 'false'
  const placement = inForms ? 'query' : at('placement').toLowerCase()
  const others = {
    oauth_callback: first(at, 'callback', 'callbackUrl'),
    oauth_verifier: first(at, 'verifier'),
    oauth_timestamp: first(at, 'timestamp'),
    oauth_nonce: first(at, 'nonce'),
  }
  const made = signing(
    {
      kind: 'oauth1',
      consumerKey,
      consumerSecret: first(at, 'consumerSecret'),
      token: first(at, 'token', 'tokenKey', 'accessToken'),
      tokenSecret: first(at, 'tokenSecret', 'accessTokenSecret'),
      method: first(at, 'signatureMethod', 'signatureEncoding') || 'HMAC-SHA1',
      privateKey: first(at, 'privateKey'),
      realm: first(at, 'realm'),
      place: placement === 'query' || placement === 'body' ? placement : 'header',
      bodyHash: at('includeBodyHash') === 'true',
      others: Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')),
    },
    consumerKey === '',
  )
  return made.kind === 'signing' && inForms ? { ...made, inForms } : made
}

/** NTLM in the settings of all of them. */
export function ntlmSigning(at: At): ForeignAuth {
  const [user, password, domain] = [first(at, 'username'), at('password'), first(at, 'domain')]
  const account = domain === '' || user.includes('\\') ? user : `${domain}\\${user}`
  return signing({ kind: 'ntlm', user: account, password }, user + password === '')
}
