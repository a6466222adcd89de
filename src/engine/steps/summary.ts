/** A piece of a step's line: words, code, or a `${variable}` inside code. */
export interface SummaryPart {
  text: string
  as: 'words' | 'code' | 'variable'
}

/** A part that is said. */
export const words = (text: string): SummaryPart => ({ text, as: 'words' })

/** A part that is taken from the step as it stands there. */
export const code = (text: string): SummaryPart => ({ text, as: 'code' })

/** The parts of a template: references apart from the text between them. */
export function templateParts(text: string): SummaryPart[] {
  return text
    .split(/(\$\{[^}]*\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('${') ? { text: part, as: 'variable' } : code(part)))
}

/** `1 check`, `2 checks`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
