/**
 * The first balanced JSON object of a text that a model wrote around it; the text itself if there is none. What a model thinks
 * aloud (`<think>…</think>`) isn't a part of its response.
 */
export function firstObject(text: string): string {
  const answer = text.replace(/^\s*<think>[\s\S]*?(<\/think>|$)/, '')
  for (let start = answer.indexOf('{'); start >= 0; start = answer.indexOf('{', start + 1)) {
    const end = endOf(answer, start)
    if (end === undefined) continue
    const found = answer.slice(start, end)
    if (parses(found)) return found
    // What is balanced and no JSON may hold one, but a long text is not searched forever.
    if (start > longestSearched) break
  }
  return answer.trim()
}

const longestSearched = 20_000

function endOf(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const unit = text[at]
    if (inString) {
      if (unit === '\\') at += 1
      else if (unit === '"') inString = false
    } else if (unit === '"') inString = true
    else if (unit === '{') depth += 1
    else if (unit === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
