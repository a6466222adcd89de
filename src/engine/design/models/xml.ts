import type { Element, Node } from 'slimdom'

/** An element as plain data. */
export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly XmlElement[]
  text: string
}

const isElement = (node: Node): node is Element => node.nodeType === 1

/** The root of an XML text; undefined if it is not well formed, or declares entities, which could grow without end. */
export async function xmlRoot(text: string): Promise<XmlElement | undefined> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return undefined
  const { parseXmlDocument } = await import('slimdom')
  try {
    const { documentElement } = parseXmlDocument(text)
    return documentElement === null ? undefined : plainOf(documentElement)
  } catch {
    // It is not XML.
    return undefined
  }
}

const plainOf = (element: Element): XmlElement => ({
  name: element.localName,
  attributes: new Map(element.attributes.map(({ name, value }) => [name, value])),
  children: element.childNodes.filter(isElement).map(plainOf),
  text: element.textContent ?? '',
})

/** The elements of the last name, below those of the names before it, each inside the one before. */
export const childrenOf = (element: XmlElement, ...path: string[]): XmlElement[] =>
  path.reduce<XmlElement[]>((of, name) => of.flatMap(({ children }) => children.filter((one) => one.name === name)), [element])
