import type { Document, Element, Node } from 'slimdom'

/** Reads XML; undefined if it is not well formed, or declares entities, which could grow without end. */
export async function parseXml(text: string): Promise<Document | undefined> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text.slice(0, 10_000))) return undefined
  const { parseXmlDocument } = await import('slimdom')
  try {
    return parseXmlDocument(text)
  } catch {
    return undefined
  }
}

const isElement = (node: Node): node is Element => node.nodeType === 1

/** The elements of a name in an element, whatever their prefix. */
export const childrenOf = (element: Element, name: string): Element[] =>
  element.childNodes.filter((node): node is Element => isElement(node) && node.localName === name)

/** An attribute; '' if it has none. */
export const attribute = (element: Element, name: string): string => element.getAttribute(name) ?? ''

/** The text of an element; '' for none. */
export const elementText = (element: Element | undefined): string => element?.textContent ?? ''

/** The text of the first element of a name in an element; '' if there is none. */
export const childText = (element: Element, name: string): string => elementText(childrenOf(element, name)[0])

/** The first element of a name at any depth. */
export function firstBelow(element: Element, name: string): Element | undefined {
  const left: Element[] = [element]
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const [found] = childrenOf(next, name)
    if (found !== undefined) return found
    left.push(...next.childNodes.filter(isElement))
  }
  return undefined
}

/** Parameters of a request: `entry` elements with key and value. */
export const entriesOf = (request: Element): [string, string][] =>
  childrenOf(request, 'parameters')
    .flatMap((list) => childrenOf(list, 'entry'))
    .map((one) => [attribute(one, 'key'), attribute(one, 'value')])
