import { required, type Extractor } from './source.ts'

/** What an XPath (3.1) finds in an XML body: text for a node, a list for several. Its engine is loaded with the first one. */
export const xml: Extractor = async (source, from) => {
  const path = required(source, 'path')
  const response = from.response()
  const [{ xmlOf }, { evaluatePath }] = await Promise.all([import('./xml-document.ts'), import('./xpath.ts')])
  return evaluatePath(path, await xmlOf(response))
}

/** Compiles an XPath without a document. Rejects with AssayError `bad-expression`. */
export const tryXPath = async (path: string): Promise<void> => (await import('./xpath.ts')).checkXPath(path)
