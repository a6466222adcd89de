import { formsOf } from './secret-forms.ts'
import { NeedleTable } from './secret-search.ts'

/**
 * Replaces secret values in texts by their names in angle quotes (case 48, R41): `‹get-token/client-secret›`.
 * A value is found as it is, percent-encoded, form-encoded, in base64 and escaped for JSON.
 * Values under 6 characters are replaced only where no letter or digit stands beside them.
 */
export interface Redactor {
  /** From now on `value` is masked as `name`; a second value of the same name becomes `name 2`. Empty values are ignored. */
  add(name: string, value: string): void
  mask(text: string): string
  /** Masks a body in place of its bytes, only if it holds a secret; otherwise the same array comes back. */
  maskBytes(body: Uint8Array): Uint8Array
  /** The value behind a masked name, for an explicit reveal in the worker. */
  reveal(name: string): string | undefined
}

const utf8 = new TextEncoder()

/** A string of one unit a byte, and back. */
const binary = (bytes: Uint8Array): string => {
  let units = ''
  for (let at = 0; at < bytes.length; at += 8192) units += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return units
}
const bytesOf = (units: string): Uint8Array => Uint8Array.from(units, (unit) => unit.charCodeAt(0))

const strictText = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A {@link Redactor} that knows no secret yet; until it knows one, masking gives back its argument at once. */
export function createRedactor(): Redactor {
  const values = new Map<string, string>()
  const known = new Set<string>()
  let inText: NeedleTable | undefined
  let inBytes: NeedleTable | undefined

  function freeName(name: string, value: string): string {
    const plain = name.replace(/[‹›]/g, "'")
    let candidate = plain
    for (let count = 2; values.has(candidate) && values.get(candidate) !== value; count++) candidate = `${plain} ${count}`
    return candidate
  }

  return {
    add(name, value) {
      if (value === '') return
      const free = freeName(name, value)
      values.set(free, value)
      if (known.has(value)) return
      known.add(value)
      inText ??= new NeedleTable()
      inBytes ??= new NeedleTable()
      const replacement = `‹${free}›`
      inText.add({ text: replacement, alone: false, sharesLast: false, replacement })
      for (const form of formsOf(value)) {
        inText.add({ ...form, replacement })
        inBytes.add({ ...form, text: binary(utf8.encode(form.text)), replacement: binary(utf8.encode(replacement)) })
      }
    },

    mask: (text) => (inText === undefined ? text : inText.replace(text)),

    maskBytes(body) {
      if (inText === undefined || inBytes === undefined || !inBytes.isIn(body)) return body
      const text = strictText(body)
      // Not UTF-8: every other byte stays as it is (R35).
      if (text === undefined) return bytesOf(inBytes.replace(binary(body)))
      const masked = inText.replace(text)
      return masked === text ? body : utf8.encode(masked)
    },

    reveal: (name) => values.get(name),
  }
}

/**
 * The parameters in the query of an address that has been masked, decoded. Decoded before it is masked, a secret that stands
 * there verbatim would not be found: its `+` would be a space, and its `&` the end of a parameter.
 */
export function queryOf(masked: string): [string, string][] {
  const at = masked.indexOf('?')
  return at < 0 ? [] : [...new URLSearchParams(masked.slice(at).replace(/#.*/s, ''))]
}
