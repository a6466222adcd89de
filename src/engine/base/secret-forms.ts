/** One way in which a secret value can stand in a text. */
export interface SecretForm {
  text: string
  /** Matches only where no letter or digit stands on either side. */
  alone: boolean
  /** Base64 whose last character is shared with what follows: that character and the padding are masked too. */
  sharesLast: boolean
}

const utf8 = new TextEncoder()

/** Values under this length are masked only where they stand alone. */
const shortLength = 6

const base64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

/** The characters that the value alone decides when it begins `offset` bytes into a base64 group (RFC 4648 section 4). */
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
/** As the URL parser writes what stands in a query or a path verbatim (URL Standard, percent-encode sets). */
const inQuery = (value: string) => value.replace(/[^!$-&(-;=?-~]/gu, (char) => (char === "'" ? '%27' : percent(char)))
const inPath = (value: string) => value.replace(/[^!$-;=@-\]_a-z|~]/gu, percent)
/** The standard once left `^` as it is in a path; Node 20 still does. */
const inOlderPath = (value: string) => inPath(value).replaceAll('%5E', '^')
/** As a server that decodes forms reads a value that stood in an address verbatim. */
const formDecoded = (value: string) => value.replaceAll('+', ' ')
/** As OAuth libraries write credentials: everything but letters and digits is encoded (RFC 6749 appendix B). */
const credential = (value: string) =>
  percent(value)
    .replace(/[-_.!~*'()]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
/** Client secrets and passwords are shorter; longer values are tokens, which never stand in credentials. */
const longestCredential = 256
const lowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())
const inJson = (value: string) => JSON.stringify(value).slice(1, -1)
const asciiJson = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const inMarkup = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * Every text in which `value` is looked for: itself, percent-encoded, form-encoded, as the parser of addresses writes it,
 * escaped for JSON (once and twice) and markup, and in base64 and base64url at each of the three alignments, as inside
 * `Basic base64(id:secret)`, where RFC 6749 section 2.3.1 form-encodes first.
 */
export function formsOf(value: string): SecretForm[] {
  const alone = value.length < shortLength
  const encodings = [value, percent(value), form(value), ...(value.length > longestCredential ? [] : [credential(value)])]
  const addresses = [inQuery(value), inPath(value), inOlderPath(value), formDecoded(value)]
  const written = [...encodings, ...addresses, inJson(value), inJson(inJson(value)), inMarkup(value)]
  const plain = new Set(written.flatMap((text) => [text, lowerHex(text), text.replaceAll('/', '\\/'), asciiJson(text)]))
  const forms = new Map<string, SecretForm>()
  for (const text of plain) forms.set(text, { text, alone, sharesLast: false })
  for (const encoded of new Set(encodings)) {
    const bytes = utf8.encode(encoded)
    const found = alone
      ? [base64(bytes), base64(bytes).replaceAll('=', '')].map((text) => ({ text, sharesLast: false }))
      : ([0, 1, 2] as const).map((offset) => base64At(bytes, offset))
    for (const { text, sharesLast } of found)
      for (const variant of [text, urlSafe(text)])
        if (!forms.has(variant)) forms.set(variant, { text: variant, alone, sharesLast })
  }
  return [...forms.values()]
}
