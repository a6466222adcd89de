/** Repeatable numbers for test data (T5). Never for anything that protects something. */
export interface Draws {
  /** A whole number from 0 to 2^32 - 1. */
  next(): number
  /** A number from 0 up to but without 1, 53 bits. */
  fraction(): number
  /** A whole number between two bounds, both included. */
  between(min: number, max: number): number
  /** Independent draws that depend on the key and on where these draws came from, not on what was drawn so far. */
  derive(key: string): Draws
}

/** Four 32-bit words of a string (cyrb128, public domain). */
function words(text: string): [number, number, number, number] {
  let a = 1_779_033_703
  let b = 3_144_134_277
  let c = 1_013_904_242
  let d = 2_773_480_762
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ unit, 597_399_067)
    b = c ^ Math.imul(b ^ unit, 2_869_860_233)
    c = d ^ Math.imul(c ^ unit, 951_274_213)
    d = a ^ Math.imul(d ^ unit, 2_716_044_179)
  }
  a = Math.imul(c ^ (a >>> 18), 597_399_067)
  b = Math.imul(d ^ (b >>> 22), 2_869_860_233)
  c = Math.imul(a ^ (c >>> 17), 951_274_213)
  d = Math.imul(b ^ (d >>> 19), 2_716_044_179)
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a]
}

/** Draws that the text alone decides (sfc32, public domain). The state is made at the first draw. */
export function seeded(key: string): Draws {
  let state: [number, number, number, number] | undefined
  function next(): number {
    state ??= words(key)
    let [a, b, c, d] = state
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    state = [a, b, c, d]
    return sum >>> 0
  }
  const fraction = () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992
  return {
    next,
    fraction,
    between: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    derive: (part) => seeded(`${key}/${part}`),
  }
}
