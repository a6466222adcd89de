type XmlValue = string | { [name: string]: XmlValue | XmlValue[] | Record<string, string> }

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16))
      : (entities[name] ?? whole),
  )

interface Open {
  name: string
  attributes: Record<string, string>
  text: string
  children: [string, XmlValue][]
}

/**
 * XML as xml2js gives it: attributes in `$`, text beside them in `_`. `always`: children are lists even if there is one, which
 * is its default; Postman's `xml2Json` has lists only where a name repeats.
 */
export function parseXml(xml: unknown, always: boolean, rename = (name: string): string => name): XmlValue {
  const text = String(xml)
  const root: Open = { name: '', attributes: {}, text: '', children: [] }
  const stack: Open[] = [root]
  const pattern =
    /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<![^>]*>|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:\s+[^\s=>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g
  for (const [, cdata, closing, opening, attributes, isEmpty, characters] of text.matchAll(pattern)) {
    const top = stack.at(-1) ?? root
    if (cdata !== undefined) top.text += cdata
    else if (characters !== undefined) top.text += decoded(characters)
    else if (opening !== undefined) {
      const found = [...(attributes ?? '').matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
      const element: Open = {
        name: rename(opening),
        attributes: Object.fromEntries(found.map(([, name = '', one, other]) => [name, decoded(one ?? other ?? '')])),
        text: '',
        children: [],
      }
      if (isEmpty === '/') top.children.push([element.name, valueOf(element, always)])
      else stack.push(element)
    } else if (closing !== undefined) {
      const element = stack.pop()
      if (element === undefined || element.name !== rename(closing)) throw new Error(`Unexpected close tag </${closing}>`)
      stack.at(-1)?.children.push([element.name, valueOf(element, always)])
    }
  }
  if (stack.length > 1) throw new Error(`Unclosed root tag <${stack.at(-1)?.name}>`)
  if (root.children.length === 0) throw new Error('Non-whitespace before first tag, or no tag at all')
  return Object.fromEntries(root.children) as XmlValue
}

function valueOf({ attributes, text, children }: Open, always: boolean): XmlValue {
  const trimmed = text.trim()
  const hasAttributes = Object.keys(attributes).length > 0
  if (!hasAttributes && children.length === 0) return trimmed
  const value: Record<string, XmlValue | XmlValue[] | Record<string, string>> = {}
  if (hasAttributes) value.$ = attributes
  if (trimmed !== '') value._ = trimmed
  for (const [name, child] of children) {
    const known = value[name]
    if (known === undefined) value[name] = always ? [child] : child
    else if (Array.isArray(known)) known.push(child)
    else value[name] = [known as XmlValue, child]
  }
  return value
}

interface XmlOptions {
  explicitArray?: boolean
  tagNameProcessors?: ((name: string) => string)[]
}

/** The part of xml2js that scripts use. */
export const xml2js = {
  parseString(text: string, ...given: unknown[]): void {
    const then = given.at(-1) as (error: unknown, value?: unknown) => void
    try {
      then(null, parsedWith(text, given.length > 1 ? (given[0] as XmlOptions) : {}))
    } catch (error) {
      then(error)
    }
  },
  parseStringPromise: async (text: string, options: XmlOptions = {}) => parsedWith(text, options),
  processors: {
    stripPrefix: (name: string) => name.replace(/^(?!xmlns)[^:]*:/, ''),
    firstCharLowerCase: (name: string) => name.charAt(0).toLowerCase() + name.slice(1),
    normalize: (name: string) => name.toLowerCase(),
  },
}

const parsedWith = (text: string, { explicitArray = true, tagNameProcessors = [] }: XmlOptions): XmlValue =>
  parseXml(text, explicitArray, (name) => tagNameProcessors.reduce((made, process) => process(made), name))
