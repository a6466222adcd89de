import { looksLikeCurl } from './looks-like-curl.ts'

const prompt = /^\s*(?:[$#>%]\s+)?(?=curl(?:\.exe)?\s)/

/**
 * The cURL commands of a string, each with its continuation lines and quoted lines. Comments, blank lines and other commands
 * between them are skipped.
 */
export function commandsIn(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const commands: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (!prompt.test(line) && !looksLikeCurl(line)) continue
    const first = line.replace(prompt, '')
    const taken = [first]
    let reading = afterLine(first, { quote: '', goesOn: false })
    while (at + 1 < lines.length && (reading.goesOn || reading.quote !== '')) {
      const next = lines[(at += 1)] ?? ''
      taken.push(next)
      reading = afterLine(next, reading)
    }
    for (const command of atOperators(taken.join('\n'))) commands.push(command)
  }
  return commands
}

/** Where a command follows a line of it. */
interface Reading {
  /** The quote that is open: `"`, `'` or `$'`. */
  quote: string
  /** The last line that is not blank ends with a continuation. */
  goesOn: boolean
}

/** Reads one more line: each is read once, however many the command has. */
function afterLine(line: string, { quote, goesOn }: Reading): Reading {
  const end = line.trimEnd()
  return { quote: quoteAfter(line, quote), goesOn: end === '' ? goesOn : /(?:[\\^`]|&&|\|)$/.test(end) }
}

/** The quote that is still open at the end of a string. A backslash at the end of a line escapes that end only. */
function quoteAfter(text: string, before = ''): string {
  let quote = before
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '\\' && quote !== "'") at++
    else if (quote === '') {
      // In `$'…'` a backslash escapes, in `'…'` it is a character.
      if (character === '"' || character === "'") quote = character === "'" && text[at - 1] === '$' ? "$'" : character
    } else if (character === quote.at(-1)) quote = ''
  }
  return quote
}

/** `curl a && curl b; curl c` are three commands. */
function atOperators(command: string): string[] {
  const parts = command.split(/(?:&&|;|\|\|?)\s*(?=curl(?:\.exe)?\s)/)
  // An operator inside quotes separates nothing.
  return parts.some((part) => quoteAfter(part) !== '') ? [command] : parts
}
