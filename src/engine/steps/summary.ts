/** A piece of a step's line: words, code, or a `${variable}` inside code. */
export interface SummaryPart {
  text: string
  as: 'words' | 'code' | 'variable'
}

/** A part that is said. */
export const words = (text: string): SummaryPart => ({ text, as: 'words' })

/** A part that is taken unchanged from the step. */
export const code = (text: string): SummaryPart => ({ text, as: 'code' })

/** Stands before what a line can do without. */
export const divider: SummaryPart = words(' · ')

/** No line shows more of a string, and each part is an element of the page. */
const mostShown = 1_000

/** The parts of a template: references apart from the text between them. Of a long one they are those of its start. */
export function templateParts(text: string): SummaryPart[] {
  if (text.length > mostShown) return [...templateParts(text.slice(0, mostShown)), words('…')]
  return text
    .split(/(\$\{[^}]*\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('${') ? { text: part, as: 'variable' } : code(part)))
}
