import { base64 } from '#engine/base/encoding/base64.ts'
import { md5 } from '#engine/oauth/keys/sync-digests.ts'
import { md4 } from './md4.ts'
import type { NtlmAuth } from './signed-auth.ts'

/** MS-NLMP section 2.2.2.5. */
const flags = {
  unicode: 0x1,
  target: 0x4,
  ntlm: 0x200,
  alwaysSign: 0x8000,
  extended: 0x80000,
  key128: 0x20000000,
  key56: 0x80000000,
}
const wanted = (flags.unicode | flags.target | flags.ntlm | flags.alwaysSign | flags.extended | flags.key128 | flags.key56) >>> 0

const signature = Uint8Array.from([...'NTLMSSP\0'], (one) => one.charCodeAt(0))

function joinedBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const uint32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  for (let at = 0; at < text.length; at++) new DataView(bytes.buffer).setUint16(at * 2, text.charCodeAt(at), true)
  return bytes
}

/** RFC 2104, with MD5. */
function hmacMd5(key: Uint8Array, ...message: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const padded = (byte: number): Uint8Array => {
    const block = new Uint8Array(64).fill(byte)
    for (const [at, one] of (key.length > 64 ? md5(key) : key).entries()) block[at] = one ^ byte
    return block
  }
  return md5(joinedBytes(padded(0x5c), md5(joinedBytes(padded(0x36), ...message))))
}

/** The first message: what the client can do (MS-NLMP section 2.2.1.1). */
export const negotiateMessage = (): Uint8Array<ArrayBuffer> =>
  joinedBytes(signature, uint32(1), uint32(wanted), new Uint8Array(16))

/** What a server sends as the second message (section 2.2.1.2). */
export interface NtlmChallenge {
  message: Uint8Array
  flags: number
  challenge: Uint8Array
  /** Pairs of an attribute and its value; empty if the server sends none. */
  targetInfo: Uint8Array
}

/** Reads a challenge; undefined if it isn't one. */
export function readNtlmChallenge(message: Uint8Array): NtlmChallenge | undefined {
  if (message.length < 32 || signature.some((byte, at) => message[at] !== byte)) return undefined
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  if (view.getUint32(8, true) !== 2) return undefined
  const [size, at] = message.length < 48 ? [0, 0] : [view.getUint16(40, true), view.getUint32(44, true)]
  if (at + size > message.length) return undefined
  return { message, flags: view.getUint32(20, true), challenge: message.slice(24, 32), targetInfo: message.slice(at, at + size) }
}

/** Attributes of a target (section 2.2.2.1). */
const attributes = { end: 0, flags: 6, time: 7 }

function* pairsOf(info: Uint8Array): Generator<[id: number, value: Uint8Array]> {
  const view = new DataView(info.buffer, info.byteOffset, info.byteLength)
  for (let at = 0; at + 4 <= info.length;) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (id === attributes.end) return
    yield [id, info.slice(at + 4, at + 4 + size)]
    at += 4 + size
  }
}

const pair = (id: number, value: Uint8Array): Uint8Array =>
  joinedBytes(Uint8Array.of(id, 0, value.length & 0xff, value.length >> 8), value)

/** Windows counts 100 ns since 1601. */
function fileTime(now: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, (BigInt(now) + 11_644_473_600_000n) * 10_000n, true)
  return bytes
}

/** `DOMAIN\user`, or a name alone, which may contain its domain as `user@domain`. */
function accountOf({ user }: NtlmAuth): { domain: string; name: string } {
  const at = user.indexOf('\\')
  return at < 0 ? { domain: '', name: user } : { domain: user.slice(0, at), name: user.slice(at + 1) }
}

/** The NTLMv2 key of an account, and what it makes of a challenge (section 3.3.2). */
export function ntlmResponse(
  auth: NtlmAuth,
  { challenge, targetInfo }: Pick<NtlmChallenge, 'challenge' | 'targetInfo'>,
  { now, random }: { now: number; random: Uint8Array },
): { nt: Uint8Array; lm: Uint8Array; proof: Uint8Array; sessionKey: Uint8Array; hasTime: boolean } {
  const { domain, name } = accountOf(auth)
  const key = hmacMd5(md4(utf16(auth.password)), utf16(name.toUpperCase() + domain))
  const pairs = [...pairsOf(targetInfo)]
  const time = pairs.find(([id]) => id === attributes.time)?.[1]
  // Says that the third message has a check of all three; required where the server sent its time.
  const info = [
    ...pairs.filter(([id]) => time === undefined || id !== attributes.flags).map(([id, value]) => pair(id, value)),
    ...(time === undefined ? [] : [pair(attributes.flags, uint32(2))]),
    pair(attributes.end, new Uint8Array()),
  ]
  const blob = joinedBytes(
    Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 0),
    time ?? fileTime(now),
    random,
    uint32(0),
    ...(targetInfo.length === 0 ? [] : info),
    uint32(0),
  )
  const proof = hmacMd5(key, challenge, blob)
  const lm = time === undefined ? joinedBytes(hmacMd5(key, challenge, random), random) : new Uint8Array(24)
  return { nt: joinedBytes(proof, blob), lm, proof, sessionKey: hmacMd5(key, proof), hasTime: time !== undefined }
}

/** Where the check of the three messages is in the third. */
const checkAt = 72

/** The third message: who signs in, with the proof of the password (section 2.2.1.3). */
export function authenticateMessage(
  auth: NtlmAuth,
  challenge: NtlmChallenge,
  source: { now: number; random: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const { domain, name } = accountOf(auth)
  const { nt, lm, sessionKey, hasTime } = ntlmResponse(auth, challenge, source)
  const values = [lm, nt, utf16(domain), utf16(name), new Uint8Array(), new Uint8Array()]
  let at = checkAt + 16
  const fields = values.map((value) => {
    const field = joinedBytes(uint32(value.length | (value.length << 16)), uint32(at))
    at += value.length
    return field
  })
  const agreed = uint32((challenge.flags & wanted) >>> 0)
  const message = joinedBytes(signature, uint32(3), ...fields, agreed, new Uint8Array(8 + 16), ...values)
  if (hasTime) message.set(hmacMd5(sessionKey, negotiateMessage(), challenge.message, message), checkAt)
  return message
}

/** A message as headers have it. */
export const ntlmHeader = (message: Uint8Array): string => `NTLM ${base64(message)}`

/** The message in a challenge `NTLM TlRM…`; undefined if there is none. */
export function ntlmMessageIn(challenge: string): Uint8Array | undefined {
  const text = /(?:^|,)\s*NTLM\s+([A-Za-z0-9+/=]+)/i.exec(challenge)?.[1]
  if (text === undefined) return undefined
  try {
    return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0))
  } catch {
    return undefined
  }
}
