/** The maximum nesting depth of JSON. Deeper values overflow the stack of recursive code (R7). */
export const maxDepth = 512

/** True if brackets of a JSON text are nested deeper than {@link maxDepth}. Brackets inside strings don't count. */
export function tooDeep(text: string): boolean {
  // A text with few brackets can't be deep. Most texts end here.
  if (text.length <= maxDepth) return false
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22) index = endOfString(text, index)
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > maxDepth) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

/** The index of the quote that ends the string which starts at `start`, or of the text's end. */
function endOfString(text: string, start: number): number {
  let end = start
  do end = text.indexOf('"', end + 1)
  while (end !== -1 && isEscaped(text, end))
  return end === -1 ? text.length : end
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++
  return backslashes % 2 === 1
}
