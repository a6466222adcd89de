/** Literal text as a template that says the same: `${` is written `$${`. */
export const literal = (text: string): string => text.split('${').join('$${')

/**
 * A string with foreign placeholders as a template: what `placeholders` finds is replaced by what `of` gives for it (undefined:
 * it stays as it is), all else is literal.
 */
export function convertTemplate(
  text: string,
  placeholders: RegExp | ((text: string) => Iterable<RegExpMatchArray>),
  of: (match: RegExpMatchArray) => string | undefined,
): string {
  let made = ''
  let end = 0
  for (const match of typeof placeholders === 'function' ? placeholders(text) : text.matchAll(placeholders)) {
    const { index = 0 } = match
    made += literal(text.slice(end, index)) + (of(match) ?? literal(match[0]))
    end = index + match[0].length
  }
  return end === 0 ? literal(text) : made + literal(text.slice(end))
}

/** Whether a string is made of references only, as fields for secrets want it. */
export const isReferences = (text: string): boolean => /^(\$\{[^{}]+\})+$/.test(text)

/** Whether a template has a reference in it. */
export const hasReference = (text: string): boolean => /(?<!\$)\$\{/.test(text)

/** The text of a template without references. */
export const unliteral = (template: string): string => template.split('$${').join('${')
