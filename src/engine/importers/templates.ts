/** Literal text as a template that says the same: `${` is written `$${`. */
export const literal = (text: string): string => text.split('${').join('$${')

/**
 * A text with foreign placeholders as a template: what `pattern` finds is replaced by what `of` gives for it (undefined: it stays
 * as it is), all else is literal.
 */
export function convertTemplate(text: string, pattern: RegExp, of: (match: RegExpMatchArray) => string | undefined): string {
  let made = ''
  let end = 0
  for (const match of text.matchAll(pattern)) {
    made += literal(text.slice(end, match.index)) + (of(match) ?? literal(match[0]))
    end = match.index + match[0].length
  }
  return end === 0 ? literal(text) : made + literal(text.slice(end))
}

/** Whether a text is made of references only, as fields for secrets want it. */
export const isReferences = (text: string): boolean => /^(\$\{[^{}]+\})+$/.test(text)

/** Whether a template has a reference in it. */
export const hasReference = (text: string): boolean => /(?<!\$)\$\{/.test(text)

/** The text that a template without references stands for. */
export const unliteral = (template: string): string => template.split('$${').join('${')
