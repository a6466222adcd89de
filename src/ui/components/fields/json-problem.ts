/**
 * What is wrong with a JSON text that holds `${…}`; undefined: nothing. References inside strings are text, elsewhere they
 * stand for any value.
 */
export function jsonProblem(text: string): string | undefined {
  if (text.trim() === '') return 'it is empty'
  try {
    JSON.parse(standIn(text))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The text with references outside strings replaced by `0`, equally long, so that places in messages stay true. */
export function standIn(text: string): string {
  let out = ''
  let quoted = false
  for (let at = 0; at < text.length;) {
    if (text.startsWith('${', at) && text[at - 1] !== '$') {
      const end = text.indexOf('}', at)
      const length = (end === -1 ? text.length : end + 1) - at
      out += quoted ? '_'.repeat(length) : '0'.padEnd(length)
      at += length
      continue
    }
    const char = text[at] ?? ''
    if (char === '\\' && quoted) {
      out += text.slice(at, at + 2)
      at += 2
      continue
    }
    if (char === '"') quoted = !quoted
    out += char
    at += 1
  }
  return out
}
