const escaped = (text: string): string => text.replace(/["\\\]]/g, '\\$&')

/** A parameter as constraints name it. */
export const inBrackets = (name: string): string => `[${escaped(name)}]`

/** A text as constraints compare with it. */
export const inQuotes = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** A name in brackets as it is without them. */
export const unescaped = (text: string): string => text.replace(/\\(["\\\]])/g, '$1')
