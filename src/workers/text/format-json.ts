/** Deeper levels are not indented further: deep nesting must not blow the text up (R7). */
const DEEPEST = 40
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const SPACE = /[ \t\r\n]*/y

const indents = Array.from({ length: DEEPEST + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`)
const indent = (depth: number): string => indents[Math.min(depth, DEEPEST)] ?? '\n'

/** Where the string that starts at `start` ends (behind its quote); -1 if it does not. */
export function stringEnd(text: string, start: number): number {
  let end = start + 1
  for (;;) {
    end = text.indexOf('"', end)
    if (end < 0) return -1
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes++
    end++
    if (slashes % 2 === 0) return end
  }
}

/**
 * JSON with line breaks and indentation. Works on the text, not on values: literals of numbers, escapes, duplicate keys
 * and the order of members stay as they came (R10). Undefined if the text is not JSON.
 */
export function formatJson(text: string): string | undefined {
  const parts: string[] = []
  /** What encloses the current place: true for objects. */
  const stack: boolean[] = []
  let at = 0
  let expects: 'value' | 'value or end' | 'key' | 'key or end' | 'comma' = 'value'

  const skipSpace = () => {
    SPACE.lastIndex = at
    SPACE.test(text)
    at = SPACE.lastIndex
  }

  for (;;) {
    skipSpace()
    if (at >= text.length) return stack.length === 0 && expects === 'comma' ? parts.join('') : undefined
    const char = text[at]
    const inObject = stack.at(-1)

    if (char === '}' || char === ']') {
      if (inObject !== (char === '}')) return undefined
      if (expects === 'value' || expects === 'key') return undefined
      stack.pop()
      parts.push(expects === 'comma' ? indent(stack.length) + char : char)
      expects = 'comma'
      at++
      continue
    }
    if (expects === 'comma') {
      if (char !== ',' || inObject === undefined) return undefined
      parts.push(',')
      expects = inObject ? 'key' : 'value'
      at++
      continue
    }
    if (stack.length > 0) parts.push(indent(stack.length))
    if (expects === 'key' || expects === 'key or end') {
      const end = char === '"' ? stringEnd(text, at) : -1
      if (end < 0) return undefined
      parts.push(text.slice(at, end))
      at = end
      skipSpace()
      if (text[at] !== ':') return undefined
      parts.push(': ')
      at++
      skipSpace()
    }
    const next = text[at]
    if (next === '{' || next === '[') {
      parts.push(next)
      stack.push(next === '{')
      expects = next === '{' ? 'key or end' : 'value or end'
      at++
    } else if (next === '"') {
      const end = stringEnd(text, at)
      if (end < 0) return undefined
      parts.push(text.slice(at, end))
      at = end
      expects = 'comma'
    } else {
      SCALAR.lastIndex = at
      const match = SCALAR.exec(text)
      if (!match) return undefined
      parts.push(match[0])
      at = SCALAR.lastIndex
      expects = 'comma'
    }
  }
}

/**
 * Lines of JSON, each laid out as by itself; a line that is none stays as it came. Undefined if the first line isn't an object
 * or array, or no other line is JSON.
 */
export function formatJsonLines(text: string): string | undefined {
  const first = text.search(/\S/)
  if (text[first] !== '{' && text[first] !== '[') return undefined
  const end = text.indexOf('\n', first)
  if (end < 0 || formatJson(text.slice(first, end)) === undefined) return undefined
  let found = 0
  const lines = text
    .slice(first)
    .split('\n')
    .map((line) => {
      const pretty = formatJson(line)
      if (pretty !== undefined) found++
      return pretty ?? line.replace(/\r$/, '')
    })
  return found < 2 ? undefined : lines.join('\n')
}
