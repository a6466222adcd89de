/** How one-time passwords are made (RFC 6238): the settings that an authenticator app reads from a QR code. */
export interface TotpParameters {
  /** Base32 (RFC 4648 section 6), in any case, spaces and hyphens allowed. */
  key: string
  algorithm: 'SHA1' | 'SHA256' | 'SHA512'
  digits: number
  /** Seconds. */
  period: number
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const names = { SHA1: 'SHA-1', SHA256: 'SHA-256', SHA512: 'SHA-512' } as const

/** The bytes of text in Base32; undefined if it is none. */
function fromBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const letters = text.replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase()
  if (letters === '') return undefined
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const letter of letters) {
    const value = alphabet.indexOf(letter)
    if (value === -1) return undefined
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  return Uint8Array.from(bytes)
}

/** What an `otpauth://totp/…` address says beside its key; a plain key says nothing. Undefined if the URL is not one for TOTP. */
export function readTotpKey(parameters: TotpParameters): TotpParameters | undefined {
  if (!/^otpauth:/i.test(parameters.key.trim())) return parameters
  if (!URL.canParse(parameters.key.trim())) return undefined
  const url = new URL(parameters.key.trim())
  const type = url.host || url.pathname.replace(/^\/+/, '').split('/')[0]
  const algorithm = (url.searchParams.get('algorithm') ?? parameters.algorithm).toUpperCase().replace('-', '')
  const digits = Number(url.searchParams.get('digits') ?? parameters.digits)
  const period = Number(url.searchParams.get('period') ?? parameters.period)
  const isKnown = algorithm === 'SHA1' || algorithm === 'SHA256' || algorithm === 'SHA512'
  if (type?.toLowerCase() !== 'totp' || !isKnown || !(digits >= 6 && digits <= 10) || !(period >= 1 && period <= 600))
    return undefined
  return { key: url.searchParams.get('secret') ?? '', algorithm, digits, period }
}

/** The number of the period that `now`, milliseconds since 1970, is in: the moving factor of RFC 6238 section 4.2. */
export const totpPeriod = ({ period }: Pick<TotpParameters, 'period'>, now: number): number => Math.floor(now / 1000 / period)

/** The one-time password of a period (RFC 4226 section 5.3); undefined if the key is not Base32. */
export async function totp({ key, algorithm, digits }: TotpParameters, count: number): Promise<string | undefined> {
  const bytes = fromBase32(key)
  if (bytes === undefined || bytes.length === 0) return undefined
  const moving = new DataView(new ArrayBuffer(8))
  moving.setBigUint64(0, BigInt(count))
  const mac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: names[algorithm] }, false, ['sign'])
  const hash = new DataView(await crypto.subtle.sign('HMAC', mac, moving.buffer))
  const offset = hash.getUint8(hash.byteLength - 1) & 0xf
  return String((hash.getUint32(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}
