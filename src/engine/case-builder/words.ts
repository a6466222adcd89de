/** A word as it is compared: small letters, without marks, `ß` as `ss`. */
export const plainWord = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')

/** Names as words: `createOrder`, `order_id`, `/orders/{orderId}` each give `order` among others. */
export const wordsOf = (text: string): string[] =>
  plainWord(text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')).match(
    /[\p{L}\p{N}]+/gu,
  ) ?? []

const irregular: ReadonlyMap<string, string> = new Map([
  ['children', 'child'],
  ['people', 'person'],
  ['indices', 'index'],
  ['media', 'medium'],
  ...['movie', 'cookie', 'calorie', 'selfie', 'hoodie', 'smoothie', 'brownie', 'zombie', 'rookie', 'prairie'].map(
    (word): [string, string] => [`${word}s`, word.slice(0, -1)],
  ),
])

/** An English word without the endings that inflect it. */
export function stemOf(word: string): string {
  if (word.length <= 3) return word
  const singular = irregular.get(word)
  if (singular !== undefined) return singular
  let stem = word.replace(/(?:'s|s')$/, '')
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`
  else if (/(?:ss|sh|ch|x|z)es$/.test(stem)) stem = stem.slice(0, -2)
  else if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1)
  if (stem.length > 5 && stem.endsWith('ied')) return `${stem.slice(0, -3)}y`
  if (stem.length > 5 && /(?:ing|ed)$/.test(stem)) {
    stem = stem.replace(/(?:ing|ed)$/, '')
    if (/([bdgmnprt])\1$|(?<=\w{4})ll$/.test(stem)) stem = stem.slice(0, -1)
  }
  if (stem.length > 6 && /(?:ation|ition)$/.test(stem)) stem = stem.slice(0, -3)
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

/** Edits between two words (optimal string alignment: a swap of neighbours is one), `limit + 1` for more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
      least = Math.min(least, best)
    }
    if (least > limit) return limit + 1
    before = last
    last = row
  }
  return last[b.length] ?? limit + 1
}

/** How many edits a misspelt word of this length may be away. */
export const typosIn = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)
