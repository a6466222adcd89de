/** A part of a text: words, or a command for a terminal. */
export interface TextPart {
  text: string
  command: boolean
}

/** From the program's name to where the sentence goes on. */
const commands = /\b(?:openssl|cat) .+?(?=, then | and openssl | print | \(|\. [A-Z]|$)/g

/** Takes a hint about keys apart into words and commands, so that a command can be shown and copied as one. */
export function commandsIn(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: command, index } of text.matchAll(commands)) {
    if (index > end) parts.push({ text: text.slice(end, index), command: false })
    parts.push({ text: command, command: true })
    end = index + command.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), command: false })
  return parts
}
