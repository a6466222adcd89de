import { printable } from '#engine/base/printable.ts'

/** Not characters of XML 1.0 (2.2), besides what is not printable either. */
const illegal = /[\uFFFE\uFFFF]/g

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;', '\t': '&#9;' }

/** A string between tags; characters that XML can't hold are spelled out. */
export const xmlText = (text: string): string =>
  printable(text)
    .replace(illegal, '\uFFFD')
    .replace(/[&<>]/g, (character) => entities[character] ?? character)

/** Attributes with a blank in front of each; undefined ones are omitted. */
export const xmlAttributes = (attributes: Record<string, string | number | undefined>): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = printable(String(value)).replace(illegal, '\uFFFD')
      return ` ${name}="${text.replace(/[&<>"\n\t]/g, (character) => entities[character] ?? character)}"`
    })
    .join('')
