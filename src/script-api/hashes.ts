import { bytesOfBase64, base64Of, ScriptBuffer, utf8Of } from './encoding.ts'
import { drawBytes, drawUuid } from './clock.ts'
import { library } from './libraries.ts'

interface WordArray {
  toString(encoder?: unknown): string
  sigBytes: number
}
interface CryptoJs {
  [name: string]: unknown
  enc: Record<'Hex' | 'Base64', { parse(text: string): WordArray }>
}

const algorithms: Record<string, string> = {
  md5: 'MD5',
  sha1: 'SHA1',
  sha224: 'SHA224',
  sha256: 'SHA256',
  sha384: 'SHA384',
  sha512: 'SHA512',
  ripemd160: 'RIPEMD160',
}

const cryptoJs = (): CryptoJs => library('crypto-js') as CryptoJs

function nameOf(algorithm: unknown): string {
  const name = algorithms[String(algorithm).toLowerCase().replace(/[-_]/g, '')]
  if (name === undefined) throw new Error(`Unknown hash "${String(algorithm)}": use ${Object.keys(algorithms).join(', ')}.`)
  return name
}

/** Text or bytes as the library takes them. */
function words(value: unknown): WordArray {
  const bytes =
    typeof value === 'string'
      ? utf8Of(value)
      : value instanceof ArrayBuffer
        ? new Uint8Array(value)
        : Array.from(value as Uint8Array)
  return cryptoJs().enc.Base64.parse(base64Of(bytes))
}

type Encoding = 'hex' | 'base64' | 'base64url' | 'latin1' | 'binary'

function encoded(value: WordArray, encoding: Encoding = 'hex'): string {
  return encoding === 'hex' ? value.toString() : bytesOf(value).toString(encoding)
}

const bytesOf = (value: WordArray): ScriptBuffer => ScriptBuffer.from(bytesOfBase64(value.toString(cryptoJs().enc.Base64)))

const digest = (algorithm: unknown, value: unknown): WordArray =>
  (cryptoJs()[nameOf(algorithm)] as (value: WordArray) => WordArray)(words(value))

const keyed = (algorithm: unknown, key: unknown, value: unknown): WordArray =>
  (cryptoJs()[`Hmac${nameOf(algorithm)}`] as (value: WordArray, key: WordArray) => WordArray)(words(value), words(key))

/** As Node's `createHash` and `createHmac`: text or bytes in pieces, then the digest. */
function gatherer(finish: (bytes: number[]) => WordArray) {
  const gathered: number[] = []
  const self = {
    update(value: unknown, encoding?: string) {
      for (const byte of ScriptBuffer.from(value, encoding)) gathered.push(byte)
      return self
    },
    digest: (encoding?: Encoding) => (encoding === undefined ? bytesOf(finish(gathered)) : encoded(finish(gathered), encoding)),
  }
  return self
}

/** The global `crypto`, which is also what `require('crypto')` gives. Randomness is from the run's seed. */
export const scriptCrypto = {
  /** Hash of a text in hex, or in another encoding. */
  hash: (algorithm: unknown, value: unknown, encoding?: Encoding) => encoded(digest(algorithm, value), encoding),
  hmac: (algorithm: unknown, key: unknown, value: unknown, encoding?: Encoding) =>
    encoded(keyed(algorithm, key, value), encoding),
  randomUUID: drawUuid,
  randomBytes: (length: number) => ScriptBuffer.from(drawBytes(length)),
  randomInt(from: number, to?: number) {
    const [low, high] = to === undefined ? [0, from] : [from, to]
    return low + Math.floor(Math.random() * (high - low))
  },
  getRandomValues<T extends { length: number; [index: number]: number }>(target: T): T {
    const bytes = drawBytes(target.length)
    for (let index = 0; index < target.length; index++) target[index] = bytes[index] ?? 0
    return target
  },
  createHash: (algorithm: unknown) => gatherer((bytes) => digest(algorithm, Uint8Array.from(bytes))),
  createHmac: (algorithm: unknown, key: unknown) => gatherer((bytes) => keyed(algorithm, key, Uint8Array.from(bytes))),
}
