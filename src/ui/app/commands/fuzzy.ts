/** A hit of {@link fuzzyScore}: higher is better; `marks` are the indices of the letters that were found. */
export interface FuzzyHit {
  score: number
  marks: number[]
}

/**
 * Finds the letters of `query` in `text` in order, case apart. Whole words and beginnings of words count more than
 * letters strewn about, shorter texts more than longer ones. Undefined: not all letters are there.
 */
export function fuzzyScore(query: string, text: string): FuzzyHit | undefined {
  const wanted = query.toLowerCase().replace(/\s+/g, '')
  if (!wanted) return { score: 0, marks: [] }
  const lower = text.toLowerCase()
  const whole = lower.indexOf(query.toLowerCase().trim())
  if (whole >= 0) {
    const marks = Array.from({ length: query.trim().length }, (_, index) => whole + index)
    return { score: 1000 + (startsWord(text, whole) ? 200 : 0) - whole - text.length / 10, marks }
  }
  return scattered(wanted, lower, text)
}

function scattered(wanted: string, lower: string, text: string): FuzzyHit | undefined {
  const marks: number[] = []
  let score = 0
  let at = 0
  for (const letter of wanted) {
    const found = bestPlace(letter, lower, text, at)
    if (found < 0) return undefined
    if (startsWord(text, found)) score += 20
    if (found === at && marks.length > 0) score += 10
    score -= Math.min(found - at, 10)
    marks.push(found)
    at = found + 1
  }
  return { score: score - text.length / 10, marks }
}

/** The next place of a letter; a start of a word is taken instead if it is the very next one. */
function bestPlace(letter: string, lower: string, text: string, from: number): number {
  const next = lower.indexOf(letter, from)
  if (next === from || next < 0) return next
  for (let place = next; place >= 0 && place < next + 12; place = lower.indexOf(letter, place + 1)) {
    if (startsWord(text, place)) return place
  }
  return next
}

function startsWord(text: string, place: number): boolean {
  if (place === 0) return true
  const before = text[place - 1] ?? ''
  const letter = text[place] ?? ''
  return /[\s_\-/.>·]/.test(before) || (/[a-z]/.test(before) && /[A-Z]/.test(letter))
}
