/** Control characters, and the marks that turn the direction of text (R9). */
const acting = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Halves of characters. */
const halves = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const spelled = (character: string): string =>
  character === '\n' || character === '\t' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text that a terminal shows as it is: what would act on it (escape sequences, bidirectional marks) is spelled out. */
export const printable = (text: string): string => text.replace(halves, '\uFFFD').replace(acting, spelled)

/** A name on one line. */
export const oneLine = (text: string): string => printable(text.replace(/\s*[\r\n]+\s*/g, ' '))
