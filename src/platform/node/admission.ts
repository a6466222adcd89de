import { BlockList, isIP } from 'node:net'
import { AssayError } from '#engine/base/errors.ts'
import { admissionTexts } from './texts.ts'

/**
 * Which addresses may be reached for someone else: a page, whose projects others may have written. A name is judged by the
 * address that it resolves to at the moment in which the connection is made, and the connection is made to that address.
 */
export interface Admission {
  /** Before each request, also behind a redirect. AssayError `http-blocked` for a literal address that is not admitted. */
  admit(url: URL): void
  /** Before a connection is made: the name, the address that will be dialled, and its port. */
  refusalOf(hostname: string, address: string, port: number): AssayError | undefined
}

/** What is admitted. */
export interface AdmissionParts {
  /** Hosts of private networks and of this machine, in lower case, without ports. */
  hosts: ReadonlySet<string>
  /** The port of this program: it is not to be reached through itself. */
  ownPort?: number
}

const listOf = (v4: [string, number][], v6: [string, number][]): BlockList => {
  const list = new BlockList()
  for (const [net, bits] of v4) list.addSubnet(net, bits, 'ipv4')
  for (const [net, bits] of v6) list.addSubnet(net, bits, 'ipv6')
  return list
}

/** Never an API: link-local, where clouds respond with credentials, their metadata addresses elsewhere, multicast, invalid addresses. */
const never = listOf(
  [
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['100.100.100.200', 32],
    ['168.63.129.16', 32],
    ['192.0.0.192', 32],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [
    ['::', 128],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
    ['fd00:ec2::254', 128],
    ['fd20:ce::254', 128],
  ],
)

/** This machine, and networks that are not the internet (RFC 1918, 4193, 6598, 2544). */
const notPublic = listOf(
  [
    ['127.0.0.0', 8],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
    ['192.0.0.0', 24],
    ['198.18.0.0', 15],
  ],
  [
    ['::1', 128],
    ['fc00::', 7],
    // Translation within a network, whose prefix says nothing about the address behind it (RFC 8215), and discovery of one (RFC
    // 7050).
    ['64:ff9b:1::', 48],
    // Teredo (RFC 4380): a server of the sender's choice leads to hosts behind it.
    ['2001::', 32],
  ],
)

const metadataName = /^(metadata(\.google\.internal)?|metadata\.goog|instance-data(\.ec2\.internal)?)\.?$/i

/** The IPv4 address in an IPv6 one: mapped, compatible, translated (RFC 6052, RFC 2765), 6to4 (RFC 3056) and ISATAP (RFC 5214). */
function embedded(address: string): string | undefined {
  const groups = groupsOf(address)
  if (groups === undefined) return undefined
  const [first = 0, second = 0, third = 0] = groups
  const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  if (first === 0x2002) return dotted(second, third)
  const isTranslated = first === 0x64 && second === 0xff9b && third === 0
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && (groups[5] === 0xffff || groups[5] === 0)
  const isOldTranslated = groups.slice(0, 4).every((group) => group === 0) && groups[4] === 0xffff && groups[5] === 0
  const isIsatap = groups[5] === 0x5efe && ((groups[4] ?? 0) & 0xfdff) === 0
  return (isTranslated || isMapped || isOldTranslated || isIsatap) && (groups[6] !== 0 || (groups[7] ?? 0) > 1)
    ? dotted(groups[6], groups[7])
    : undefined
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] | undefined {
  if (isIP(address) !== 6) return undefined
  const { hostname } = new URL(`http://[${address}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)))
  const before = numbers(head)
  if (tail === undefined) return before
  const after = numbers(tail)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

/** What sort of address it is. */
export function sortOf(address: string): 'public' | 'private' | 'never' {
  const plain = address.replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return 'never'
  const family = version === 6 ? 'ipv6' : 'ipv4'
  // Of an address within another, the stricter counts.
  const inner = embedded(plain)
  const innerSort = inner === undefined ? 'public' : sortOf(inner)
  if (never.check(plain, family) || innerSort === 'never') return 'never'
  return notPublic.check(plain, family) ? 'private' : innerSort
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').toLowerCase()

/** Judges by these rules; see {@link Admission}. */
export function createAdmission({ hosts, ownPort }: AdmissionParts): Admission {
  const known = new Set([...hosts].map((host) => bare(host)))
  /** The last host that was admitted: requests come in rows, and to ask the lists costs more than to read what was asked. */
  let admitted: string | undefined
  const refusalOf: Admission['refusalOf'] = (hostname, address, port) => {
    if (isIP(bare(address).replace(/%.*$/, '')) === 0)
      return new AssayError('http-blocked', admissionTexts.localSocket(address), { hint: admissionTexts.localSocketHint })
    const sort = metadataName.test(hostname) ? 'never' : sortOf(address)
    const host = bare(hostname)
    const shown = host === bare(address) ? host : `${host} (${address})`
    if (sort === 'never') return new AssayError('http-blocked', admissionTexts.never(shown), { hint: admissionTexts.neverHint })
    if (sort === 'public') return undefined
    if (!known.has(host))
      return new AssayError('http-blocked', admissionTexts.notNamed(shown), { hint: admissionTexts.notNamedHint(host) })
    return port === ownPort ? new AssayError('http-blocked', admissionTexts.own(`${host}:${port}`)) : undefined
  }
  return {
    admit({ hostname, port }) {
      if (hostname === admitted) return
      if (metadataName.test(hostname))
        throw new AssayError('http-blocked', admissionTexts.never(hostname), { hint: admissionTexts.neverHint })
      const refusal = isIP(bare(hostname)) === 0 ? undefined : refusalOf(hostname, bare(hostname), Number(port))
      if (refusal !== undefined) throw refusal
      admitted = hostname
    },
    refusalOf,
  }
}
