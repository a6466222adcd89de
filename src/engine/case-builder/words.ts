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
