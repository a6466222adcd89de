import { element, tags, unsigned } from '#engine/oauth/keys/der.ts'

/** A certificate with its key, PEM. */
export interface Issued {
  certificate: string
  key: string
}

/** What a certificate is for, and how long. */
export interface IssueParts {
  name: string
  /** Addresses and names that a server has; absent: it is for a client. */
  hosts?: string[]
  from?: Date
  to?: Date
}

/** A certificate authority for tests (RFC 5280), with keys of their own on P-256. */
export interface Authority {
  certificate: string
  issue(parts: IssueParts): Promise<Issued>
}

type Bytes = Uint8Array<ArrayBuffer>

const rule = { name: 'ECDSA', namedCurve: 'P-256' }
const day = 86_400_000
const { sequence, oid, octetString, bitString, integer } = tags

const pem = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END ${label}-----\n`

const oidBytes = (hex: string): Bytes => element(oid, Uint8Array.from(Buffer.from(hex, 'hex')))
const ecdsaWithSha256 = element(sequence, oidBytes('2a8648ce3d040302'))
const text = (tag: number, value: string): Bytes => element(tag, new TextEncoder().encode(value))
/** A name of one part, CN. */
const named = (name: string): Bytes => element(sequence, element(0x31, element(sequence, oidBytes('550403'), text(0x0c, name))))
const time = (date: Date): Bytes => text(0x18, date.toISOString().replace(/[-:T]|\.\d+/g, ''))
const bits = (bytes: Uint8Array): Bytes => element(bitString, Uint8Array.of(0), bytes)
const extension = (id: string, value: Uint8Array): Bytes => element(sequence, oidBytes(id), element(octetString, value))

/** An address is its bytes, a name is text (RFC 5280 section 4.2.1.6). */
const hostName = (host: string): Bytes =>
  /^[\d.]+$/.test(host) ? element(0x87, Uint8Array.from(host.split('.'), Number)) : text(0x82, host)

const extensionsOf = (hosts: string[] | undefined, isAuthority: boolean): Bytes[] => {
  if (isAuthority) return [extension('551d13', element(sequence, element(0x01, Uint8Array.of(0xff))))]
  const purpose = extension('551d25', element(sequence, oidBytes(hosts ? '2b06010505070301' : '2b06010505070302')))
  return hosts ? [purpose, extension('551d11', element(sequence, ...hosts.map((host) => hostName(host))))] : [purpose]
}

const pair = () => crypto.subtle.generateKey(rule, true, ['sign', 'verify'])
type Pair = Awaited<ReturnType<typeof pair>>

async function made({ name, hosts, from, to }: IssueParts, keys: Pair, issuer: { name: string; keys: Pair }): Promise<string> {
  const isAuthority = keys === issuer.keys
  const signed = element(
    sequence,
    element(0xa0, element(integer, Uint8Array.of(2))),
    element(integer, Uint8Array.of(1), crypto.getRandomValues(new Uint8Array(8))),
    ecdsaWithSha256,
    named(issuer.name),
    element(sequence, time(from ?? new Date(Date.now() - day)), time(to ?? new Date(Date.now() + 90 * day))),
    named(name),
    new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey)),
    element(0xa3, element(sequence, ...extensionsOf(hosts, isAuthority))),
  )
  const raw = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, issuer.keys.privateKey, signed))
  const signature = element(sequence, unsigned(raw.slice(0, 32)), unsigned(raw.slice(32)))
  return pem('CERTIFICATE', element(sequence, signed, ecdsaWithSha256, bits(signature)))
}

/** Makes an authority of this name. */
export async function createAuthority(name: string): Promise<Authority> {
  const issuer = { name, keys: await pair() }
  return {
    certificate: await made({ name }, issuer.keys, issuer),
    async issue(parts) {
      const keys = await pair()
      return {
        certificate: await made(parts, keys, issuer),
        key: pem('PRIVATE KEY', new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))),
      }
    },
  }
}
