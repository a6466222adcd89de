/**
 * The words of a command line as a POSIX shell splits them, without anything that a shell does besides: quotes hold words together, a
 * backslash takes the next character as it is, but in single quotes. Undefined if a quote isn't closed.
 */
export function splitCommand(text: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    // Only before what it could protect: paths of Windows keep theirs.
    if (character === '\\' && quote !== "'" && /["'\\\s]/.test(next)) {
      word = (word ?? '') + next
      at++
    } else if (quote === '' && /["']/.test(character)) {
      quote = character
      word ??= ''
    } else if (character === quote) quote = ''
    else if (quote === '' && /\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + character
  }
  if (quote !== '') return undefined
  if (word !== undefined) words.push(word)
  return words
}
