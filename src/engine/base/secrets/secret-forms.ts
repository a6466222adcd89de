import { base64, binaryString } from '../encoding/base64.ts'
import { leastMasked } from './secret-length.ts'
import { unescaped } from '../encoding/unescaped.ts'

/** One form in which a secret value can occur in a string. */
export interface SecretForm {
  text: string
  /**
   * Where it matches: `alone` where no letter or digit is beside it, `whole` where it is a whole value and no word of a
   * sentence.
   */
  stands: 'anywhere' | 'alone' | 'whole'
  /** Without escapes: what is there when they are undone. */
  bare: boolean
  /** Base64 whose last character is shared with what follows: that character and the padding are masked too. */
  sharesLast: boolean
}

const utf8 = new TextEncoder()

/** Values under this length are masked only where they stand alone. */
const shortLength = 6

const standing = (value: string): SecretForm['stands'] =>
  value.length < leastMasked ? 'whole' : value.length < shortLength ? 'alone' : 'anywhere'

/** A part of a value that is alone in a URL is masked from this length on. */
const leastPart = 8

const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

/** The characters that the value alone decides when it starts `offset` bytes into a base64 group (RFC 4648 section 4). */
function base64At(bytes: Uint8Array, offset: 0 | 1 | 2): { text: string; sharesLast: boolean } {
  const shifted = new Uint8Array(offset + bytes.length)
  shifted.set(bytes, offset)
  const bits = shifted.length * 8
  const first = offset === 0 ? 0 : offset + 1
  return { text: base64(shifted).slice(first, Math.floor(bits / 6)), sharesLast: bits % 6 !== 0 }
}

// encodeURIComponent throws on lone surrogates; UTF-8 encoders write U+FFFD for them.
const percent = (value: string) => encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD'))
const form = (value: string) => new URLSearchParams([['', value]]).toString().slice(1)
/** As the URL parser writes what is in a query or a path verbatim (URL Standard, percent-encode sets). */
const inQuery = (value: string) => value.replace(/[^!$-&(-;=?-~]/gu, (char) => (char === "'" ? '%27' : percent(char)))
const inPath = (value: string) => value.replace(/[^!$-;=@-\]_a-z|~]/gu, percent)
/** The standard once left `^` as it is in a path; Node 20 still does. */
const inOlderPath = (value: string) => inPath(value).replaceAll('%5E', '^')
/** As a server that decodes forms reads a value that stood in a URL verbatim. */
const formDecoded = (value: string) => value.replaceAll('+', ' ')
/** As OAuth libraries write credentials: everything but letters and digits is encoded (RFC 6749 appendix B). */
const credential = (value: string) =>
  percent(value)
    .replace(/[-_.!~*'()]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
/** Client secrets and passwords are shorter; longer values are tokens, which are never in credentials. */
const longestCredential = 256
const lowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())
const inJson = (value: string) => JSON.stringify(value).slice(1, -1)
const asciiJson = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const inMarkup = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Longer ones are hosts nowhere. */
const longestHost = 1_000

/**
 * What the parser of URLs makes of a string that stands where a host is expected: the host, in lower case, without line ends
 * and escapes, other scripts in Punycode (URL Standard, host parsing), and what comes behind it as path, query or fragment.
 */
function asHost(value: string): string[] {
  const [whole = '', host = '', rest = ''] = /^([^/\\?#]*)[/\\?#]?(.*)$/s.exec(value.replace(/[\t\n\r]/g, '')) ?? []
  if (host.length > longestHost || /^[\d.]*$|[\s@:]/.test(host)) return []
  try {
    const { hostname } = new URL(`http://${host}`)
    return whole === host ? [hostname] : [hostname, rest.replaceAll('\\', '/')].filter((part) => part.length >= leastPart)
  } catch {
    return []
  }
}

/** A number as JSON may write it again: without zeros in front, with an exponent, as a double holds it. */
function asNumbers(value: string): string[] {
  if (!/^\d{6,300}$/.test(value)) return []
  const digits = value.replace(/^0+(?=\d)/, '')
  const [whole = '', exponent] = Number(digits).toExponential().split('e+')
  const written = [digits, String(Number(digits)), ...['e', 'e+', 'E', 'E+'].map((sign) => `${whole}${sign}${exponent}`)]
  return written.filter((number) => number.length >= shortLength)
}

/** UTF-8 read as Latin-1, as in a header (RFC 9110 section 5.5). */
const asLatin1 = (value: string): string => binaryString(utf8.encode(value))

/**
 * The changes of a value in transit before any encoding: trimmed (headers), without line ends, with slashes turned, and
 * cut at its query and its fragment (the parser of URLs), with other line ends or spaces in their place (forms, pages), in
 * letters of one case (hosts, methods, names of headers), written as a number.
 */
function changedOnTheWay(value: string): string[] {
  const lines = /[\r\n\t]/.test(value)
    ? [
        value.replace(/[\t\n\r]/g, ''),
        value.replace(/\r\n|\r|\n/g, '\n'),
        value.replace(/\r\n|\r|\n/g, '\r\n'),
        value.replace(/[\r\n]+/g, ' '),
        value.replace(/[\r\n]+/g, '+'),
      ]
    : []
  const spaces = /\s/.test(value)
    ? [value.replaceAll(' ', '+'), value.trim(), value.replace(/\s+/g, ' ').trim(), ...lines.map((line) => line.trim())]
    : []
  const cases = value.length > longestCredential ? [] : [value.toLowerCase(), value.toUpperCase()]
  const letters = value.length < shortLength ? [] : [...cases, ...asHost(value)]
  // A URL ends for some where its query or its fragment starts, and fragments are not sent.
  const parts = /[?#]/.test(value) ? value.split(/[?#]/).filter((part) => part.length >= leastPart) : []
  // A change that leaves a short text would be found where nothing is secret.
  const slashes = value.includes('\\') ? [value.replaceAll('\\', '/')] : []
  const changed = [...lines, ...spaces, ...slashes, ...parts, ...letters, ...asNumbers(value), asLatin1(value)]
  return [...new Set(changed)].filter((text) => text !== value && text.length >= Math.min(value.length, shortLength))
}

/**
 * What is left of a value that holds what reads as an escape when escapes are undone around it, layer by layer, the last first.
 * A sign at its end may start an escape with what follows, so it is omitted.
 */
function whenUndone(value: string): string[] {
  const layers = [value]
  while (layers.length <= 4) {
    const undone = unescaped(layers[0] ?? '', () => true)
    if (undone === undefined) break
    layers.unshift(undone.text)
  }
  return layers.map((layer) => layer.replace(/[\\%&]+$/, ''))
}

/** The value in every encoding that programs use in URLs, forms, JSON and markup. */
function encodingsOf(value: string): string[] {
  const encodings = [value, percent(value), form(value), ...(value.length > longestCredential ? [] : [credential(value)])]
  const addresses = [inQuery(value), inQuery(percent(value)), inPath(value), inOlderPath(value), formDecoded(value)]
  const written = [...encodings, ...addresses, inJson(value), inJson(inJson(value)), inMarkup(value)]
  return written.flatMap((text) => [text, lowerHex(text), text.replaceAll('/', '\\/'), asciiJson(text)])
}

/**
 * Every text in which `value` is looked for: itself, percent-encoded, form-encoded, as the parser of URLs writes it, escaped
 * for JSON (once and twice) and markup, and in base64 and base64url at each of the three alignments, as inside `Basic
 * base64(id:secret)`, where RFC 6749 section 2.3.1 form-encodes first. The same of what the value becomes on its way. Escapes
 * that are mixed, repeated or unusual are not listed: `unescaped` undoes them.
 */
export function formsOf(value: string): SecretForm[] {
  const changed = changedOnTheWay(value)
  const forms = new Map<string, SecretForm>()
  for (const one of [value, ...changed])
    for (const text of encodingsOf(one))
      if (!forms.has(text)) forms.set(text, { text, stands: standing(one), bare: text === one, sharesLast: false })
  for (const text of [value, ...changed].flatMap(whenUndone))
    if (!forms.has(text) && text.length >= shortLength)
      forms.set(text, { text, stands: standing(text), bare: true, sharesLast: false })
  const stands = standing(value)
  const credentials = value.length > longestCredential ? [] : [credential(value)]
  const trimmed = value.trim().length >= shortLength ? [value.trim()] : []
  for (const encoded of new Set([value, percent(value), form(value), ...credentials, ...trimmed])) {
    const bytes = utf8.encode(encoded)
    const found =
      stands === 'anywhere'
        ? ([0, 1, 2] as const).map((offset) => base64At(bytes, offset))
        : [base64(bytes), base64(bytes).replaceAll('=', '')].map((text) => ({ text, sharesLast: false }))
    for (const { text, sharesLast } of found)
      for (const variant of [text, urlSafe(text)])
        if (!forms.has(variant)) forms.set(variant, { text: variant, stands, bare: true, sharesLast })
  }
  return [...forms.values()]
}
