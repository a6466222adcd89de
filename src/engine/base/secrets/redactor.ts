import { binaryString } from '../encoding/base64.ts'
import { settled } from '../excerpt.ts'
import { shorten, type Masked } from './masked.ts'
import { formsOf } from './secret-forms.ts'
import { NeedleTable, type Found } from './secret-search.ts'
import { unescaped } from '../encoding/unescaped.ts'

/**
 * Replaces secret values in texts with their names in angle quotes (case 48, R41): `‹get-token/client-secret›`. A value is found
 * unchanged, percent-encoded, form-encoded, in base64, and escaped for JSON and markup, also where escapes are mixed or
 * doubled. Values under 6 characters are replaced only where no letter or digit is next to them, those under 4 only where they
 * are a whole value.
 */
export interface Redactor {
  /** From now on `value` is masked as `name`; a second value of the same name becomes `name 2`. Empty values are ignored. */
  add(name: string, value: string): void
  /** Masks a string, and shortens the excerpts in it afterwards. */
  mask(text: string): Masked
  /** The start of a string, masked before it is cut to `length`. Its cost depends only on the length shown. */
  begin(text: string, length: number): Masked
  /** Masks a body instead of its bytes, only if it holds a secret; otherwise the same array comes back. */
  maskBytes(body: Uint8Array): Uint8Array
  /** The value behind a masked name, for an explicit reveal in the worker. */
  reveal(name: string): string | undefined
}

const utf8 = new TextEncoder()

/** The reverse of {@link binaryString}. */
const bytesOf = (units: string): Uint8Array => Uint8Array.from(units, (unit) => unit.charCodeAt(0))

const strictText = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** How often escapes are undone: what is encoded three times was not made by an echo; two more for what a secret itself holds. */
const mostLayers = 5

/** Puts the replacements in; what overlaps becomes one. */
function replaced(text: string, found: Found[]): string {
  let result = ''
  let done = 0
  for (const { start, end, replacement } of found.toSorted((one, other) => one.start - other.start)) {
    if (start >= done) result += text.slice(done, start) + replacement
    done = Math.max(done, end)
  }
  return done === 0 ? text : result + text.slice(done)
}

/** Needles behind escapes, by their places in `text`. */
function findEscaped(table: NeedleTable, text: string, placeholders: Placeholders): Found[] {
  const all: Found[] = []
  const origins: ((at: number) => number)[] = []
  let layer = text
  while (origins.length < mostLayers) {
    const undone = unescaped(layer, table.matters)
    if (undone === undefined) break
    layer = undone.text
    origins.unshift(undone.from)
    const from = (at: number): number => origins.reduce((place, origin) => origin(place), at)
    for (const { start, end, replacement } of table.find(layer, placeholders.in(layer)))
      all.push({ start: from(start), end: from(end), replacement })
  }
  return all
}

/** The names that stand for secrets, which are passed over and never masked again. */
class Placeholders {
  readonly #known = new Set<string>()

  add(placeholder: string): void {
    this.#known.add(placeholder)
  }

  in(text: string): [start: number, end: number][] {
    if (!text.includes('‹')) return []
    const found = [...text.matchAll(/‹[^‹›]*›/g)].filter(([placeholder]) => this.#known.has(placeholder))
    return found.map(({ index, 0: { length } }) => [index, index + length])
  }
}

const plainName = (name: string): string => name.replace(/[‹›]/g, "'")

/**
 * An empty {@link Redactor}. Without secrets, masking returns its argument immediately. `onAdd` receives each added value: a
 * second redactor that receives the same values in the same order uses the same names.
 */
export function createRedactor(onAdd?: Redactor['add']): Redactor {
  const values = new Map<string, string>()
  const names = new Map<string, { count: number; ofValue: Map<string, string> }>()
  const known = new Set<string>()
  const placeholders = new Placeholders()
  let longest = 0
  let inText: NeedleTable | undefined
  let inBytes: NeedleTable | undefined

  /** The name under which a value is masked: the next number that is free, or the one that it has already. */
  function freeName(name: string, value: string): string {
    const plain = plainName(name)
    const named = names.get(plain) ?? { count: 0, ofValue: new Map<string, string>() }
    names.set(plain, named)
    let free = named.ofValue.get(value)
    while (free === undefined) {
      named.count++
      const candidate = named.count === 1 ? plain : `${plain} ${named.count}`
      if ((values.get(candidate) ?? value) === value) free = candidate
    }
    named.ofValue.set(value, free)
    return free
  }

  function maskText(text: string): string {
    if (inText === undefined) return text
    const found = inText.find(text, placeholders.in(text))
    // Where a part of a secret stands unchanged, the whole may stand behind escapes.
    if (/[%&\\]/.test(text)) for (const one of findEscaped(inText, text, placeholders)) found.push(one)
    return replaced(text, found)
  }

  const mask = (text: string): Masked => settled(text, maskText) as Masked

  return {
    add(name, value) {
      if (value === '') return
      const isNew = names.get(plainName(name))?.ofValue.has(value) !== true
      const free = freeName(name, value)
      if (isNew) onAdd?.(name, value)
      values.set(free, value)
      if (known.has(value)) return
      known.add(value)
      longest = Math.max(longest, value.length)
      inText ??= new NeedleTable()
      inBytes ??= new NeedleTable()
      const replacement = `‹${free}›`
      placeholders.add(replacement)
      const forms = formsOf(value)
      inText.add(forms.map((form) => ({ ...form, replacement })))
      const named = binaryString(utf8.encode(replacement))
      inBytes.add(forms.map((form) => ({ ...form, text: binaryString(utf8.encode(form.text)), replacement: named })))
    },

    mask,

    begin(text, length) {
      // So far back from where a string is cut can a secret start that the cut makes unrecognisable: an escape has up to 18
      // units.
      const reach = longest * 18 + 64
      for (let taken = length + 2 * reach; taken < text.length; taken *= 8) {
        const masked = mask(text.slice(0, taken))
        if (masked.length - reach >= length) return shorten(masked, length)
      }
      return shorten(mask(text), length)
    },

    maskBytes(body) {
      if (inText === undefined || inBytes === undefined) return body
      if (!inBytes.isIn(body) && !mayHoldEscapes(body)) return body
      const text = strictText(body)
      // Not UTF-8: every other byte stays as it is (R35).
      if (text === undefined) {
        const found = inBytes.find(binaryString(body))
        return found.length === 0 ? body : bytesOf(replaced(binaryString(body), found))
      }
      const masked = maskText(text)
      return masked === text ? body : utf8.encode(masked)
    },

    reveal: (name) => values.get(name),
  }
}

const mayHoldEscapes = (body: Uint8Array): boolean => body.includes(0x25) || body.includes(0x26) || body.includes(0x5c)

/**
 * The parameters in the query of a URL that has been masked, decoded. Decoded before it is masked, a secret that is there
 * verbatim would not be found: its `+` would be a space, and its `&` the end of a parameter.
 */
export function queryOf(masked: string): [string, string][] {
  const at = masked.indexOf('?')
  return at < 0 ? [] : [...new URLSearchParams(masked.slice(at).replace(/#.*/s, ''))]
}
