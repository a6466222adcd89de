import { readTemplate, type Reference } from '#engine/templates/parse.ts'
import type { Omissions } from '../not-exported.ts'
import { hurlExportTexts as texts } from './texts.ts'

/** A name as Hurl's variables may have it. */
export const hurlName = (name: string): string => name.replaceAll(/[^\w-]/g, '_')

/** Functions that Hurl has too. */
const functions: Readonly<Record<string, string>> = { uuid: 'newUuid', 'random.uuid': 'newUuid', 'now.iso': 'newDate' }

/** Where a text stands: each has characters of its own that mean something. */
export type HurlPlace = 'quoted' | 'line' | 'block'

const escapes: Readonly<Record<HurlPlace, (text: string) => string>> = {
  quoted: (text) =>
    text
      .replaceAll('\\', '\\\\')
      .replaceAll('"', '\\"')
      .replaceAll('\n', '\\n')
      .replaceAll('\r', '\\r')
      .replaceAll('\t', '\\t')
      .replaceAll('{{', '\\u{7b}\\u{7b}'),
  line: (text) =>
    text
      .replaceAll('\\', '\\\\')
      .replaceAll('#', '\\#')
      .replaceAll(/[\r\n]+/g, ' '),
  block: (text) => text,
}

/** The texts of a file with Hurl's placeholders. */
export class HurlTexts {
  /** Variables that someone has to give a value to, by name. */
  readonly made = new Set<string>()
  readonly #where: string
  readonly #omissions: Omissions

  constructor(where: string, omissions: Omissions) {
    this.#where = where
    this.#omissions = omissions
  }

  /** A template where it stands in a file. */
  convert(template: string, place: HurlPlace): string {
    if (place !== 'quoted' && template.includes('{{')) this.#omissions.add(this.#where, texts.braces)
    return readTemplate(template)
      .parts.map((part) => (typeof part === 'string' ? escapes[place](part) : this.#reference(template, part)))
      .join('')
  }

  #reference(template: string, { name, start, end, compute }: Reference): string {
    if (compute === undefined) return `{{${hurlName(name)}}}`
    const known = functions[template.slice(start + 2, end - 1)]
    if (known !== undefined) return `{{${known}}}`
    const variable = hurlName(name)
    this.made.add(variable)
    this.#omissions.add(this.#where, texts.made(template.slice(start, end), variable))
    return `{{${variable}}}`
  }
}
