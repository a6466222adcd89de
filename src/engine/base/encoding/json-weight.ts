/** Texts up to here are light whatever they hold: no value takes more than 21 times its text. */
const light = 4_000_000

/** Bytes that a parsed JSON text may take: with its bytes and its text at most four times the largest body (R31, R32). */
const most = 100_000_000

/** Names of one object up to which engines share its shape with other objects; more make it a hash table. */
const sharedNames = 100

/** Bytes of a value in 64-bit engines, besides its place in what holds it; about, and rather more than less. */
const weights = { object: 56, array: 48, place: 8, number: 16, longNumber: 100, text: 24, name: 96 }

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const isNumber = (code: number): boolean => (code >= 0x30 && code <= 0x39) || code === 0x2d

/**
 * Whether the values of a JSON text exceed the memory limit of a response: 50 MB of `[],` become 650 MB of arrays. Only
 * brackets, commas and lengths are counted; invalid JSON is left to the parser.
 */
export function tooHeavy(text: string): boolean {
  if (text.length <= light) return false
  let weight = 0
  const names: number[] = []
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const end = endOfText(text, index)
      if (text.charCodeAt(end + 1) === colon || (text.charCodeAt(end + 2) === colon && text.charCodeAt(end + 1) === 0x20)) {
        const before = names.at(-1) ?? 0
        names[names.length - 1] = before + 1
        if (before >= sharedNames) weight += weights.name + end - index
      } else if (end - index > 2) weight += weights.text + end - index
      index = end
    } else if (code === 0x7b || code === 0x5b) {
      names.push(0)
      weight += weights.place + (code === 0x7b ? weights.object : weights.array)
    } else if (code === 0x7d || code === 0x5d) names.pop()
    else if (code === comma) weight += weights.place
    else if (isNumber(code)) {
      const begin = index
      let hasExponent = false
      while (index + 1 < text.length && isPartOfNumber(text.charCodeAt(index + 1))) {
        index++
        hasExponent ||= (text.charCodeAt(index) | 0x20) === 0x65
      }
      const length = index - begin + 1
      if (length > 15 || hasExponent) weight += weights.longNumber + length
      else if (length > 9) weight += weights.number
    }
    if (weight > most) return true
  }
  return false
}

const isPartOfNumber = (code: number): boolean =>
  isNumber(code) || code === 0x2e || code === 0x2b || code === 0x65 || code === 0x45

/** The index of the quote that ends the text which starts at `start`, or the last index. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length - 1
}
