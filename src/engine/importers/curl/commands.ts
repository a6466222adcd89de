import { looksLikeCurl } from './looks-like-curl.ts'

const prompt = /^\s*(?:[$#>%]\s+)?(?=curl(?:\.exe)?\s)/

/**
 * The cURL commands of a text, each with its continuation lines and quoted lines. Comments, blank lines and other commands between
 * them are skipped.
 */
export function commandsIn(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const commands: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (!prompt.test(line) && !looksLikeCurl(line)) continue
    const taken = [line.replace(prompt, '')]
    while (at + 1 < lines.length && goesOn(taken.join('\n'))) taken.push(lines[(at += 1)] ?? '')
    commands.push(...atOperators(taken.join('\n')))
  }
  return commands
}

/** Whether a command needs its next line: it ends with a continuation, or inside of quotes. */
function goesOn(command: string): boolean {
  if (/(?:[\\^`]|&&|\|)\s*$/.test(command)) return true
  return openQuote(command)
}

function openQuote(command: string): boolean {
  let quote = ''
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? ''
    if (character === '\\' && quote !== "'") at++
    else if (quote === '') {
      // In `$'…'` a backslash escapes, in `'…'` it is a character.
      if (character === '"' || character === "'") quote = character === "'" && command[at - 1] === '$' ? "$'" : character
    } else if (character === quote.at(-1)) quote = ''
  }
  return quote !== ''
}

/** `curl a && curl b; curl c` are three commands. */
function atOperators(command: string): string[] {
  const parts = command.split(/(?:&&|;|\|\|?)\s*(?=curl(?:\.exe)?\s)/)
  // An operator inside of quotes separates nothing.
  return parts.some(openQuote) ? [command] : parts
}
