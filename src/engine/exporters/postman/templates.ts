import { readTemplate, type Reference } from '#engine/templates/parse.ts'
import type { Omissions } from '../not-exported.ts'
import { postmanExportTexts as texts } from './texts.ts'

/** Functions that Postman has too, by how they are written. */
const dynamic: Readonly<Record<string, string>> = {
  uuid: '$guid',
  'random.uuid': '$randomUUID',
  'now.unix': '$timestamp',
  'now.iso': '$isoTimestamp',
  'random.int(0,1000)': '$randomInt',
  'random.boolean': '$randomBoolean',
  'random.firstName': '$randomFirstName',
  'random.lastName': '$randomLastName',
  'random.fullName': '$randomFullName',
  'random.userName': '$randomUserName',
  'random.email': '$randomExampleEmail',
  'random.phone': '$randomPhoneNumber',
  'random.street': '$randomStreetAddress',
  'random.city': '$randomCity',
  'random.country': '$randomCountry',
  'random.company': '$randomCompanyName',
  'random.word': '$randomWord',
  'random.url': '$randomUrl',
  'random.ipv4': '$randomIP',
  'random.ipv6': '$randomIPV6',
}

/** A value that a script makes before a request is sent. */
export interface MadeValue {
  template: string
  /** It is put in as JSON. */
  json: boolean
}

/** The texts of one request with Postman's placeholders, and the values that its script has to make for them. */
export class PostmanTexts {
  /** By the name of the variable that it is given to. */
  readonly made = new Map<string, MadeValue>()
  readonly #where: string
  readonly #omissions: Omissions

  constructor(where: string, omissions: Omissions) {
    this.#where = where
    this.#omissions = omissions
  }

  /** `${name}` as `{{name}}`, functions by Postman's name or as a value that a script makes. */
  convert(template: string): string {
    return this.#parts(template, false)
  }

  /** The same of JSON: what is outside quotes there is put in as JSON. */
  convertJson(template: string): string {
    return this.#parts(template, true)
  }

  #parts(template: string, inJson: boolean): string {
    if (template.includes('{{')) this.#omissions.add(this.#where, texts.braces)
    if (!template.includes('${')) return template
    return readTemplate(template)
      .parts.map((part) => (typeof part === 'string' ? part : this.#reference(template, part, inJson && !part.quoted)))
      .join('')
  }

  #reference(template: string, { name, start, end, compute }: Reference, json: boolean): string {
    const call = template.slice(start + 2, end - 1)
    const known = compute === undefined ? name : dynamic[call.replaceAll(' ', '')]
    if (known !== undefined && !json) return `{{${known}}}`
    const base = `made_${name.replace(/^random\./, '').replaceAll(/\W/g, '_')}`
    const text = template.slice(start, end)
    for (let number = 1; ; number++) {
      const variable = number === 1 ? base : `${base}_${number}`
      const there = this.made.get(variable)
      // A variable has one value, a function draws another one at each use.
      const isSame = compute === undefined && there?.template === text && there.json === json
      if (there !== undefined && !isSame) continue
      this.made.set(variable, { template: text, json })
      return `{{${variable}}}`
    }
  }
}

/** Whether a template has a function, whose value is drawn once where it is a start value. */
export const hasFunction = (template: string): boolean =>
  template.includes('${') && readTemplate(template).parts.some((part) => typeof part === 'object' && part.compute !== undefined)
