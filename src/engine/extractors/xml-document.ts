import type { Document } from 'slimdom'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { maxDepth } from '#engine/base/encoding/json-depth.ts'
import { limit } from '#engine/base/work-limit.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import { headerValue, viewOf } from './response-view.ts'
import { extractorTexts as texts } from './texts.ts'

/** Elements and attributes: about half a kilobyte of memory each. */
const mostNodes = 200_000

/** Characters that are measured and parsed in about 25 ms. */
const longestAtOnce = 16_000

/** What is no element, and the tags: attribute values may hold `>`. */
const markup = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/|<[^!?/](?:[^>"']|"[^"]*"|'[^']*')*>/g

const documents = new WeakMap<HttpResponse, Document>()

/**
 * The body as an XML document (XML 1.0), parsed once. Entities of its own are put in, external ones are never fetched. Rejects with
 * AssayError `nothing-found` if it is not XML, `http-too-large` if it would take too much memory, `http-body-cut`.
 */
export async function xmlOf(response: HttpResponse): Promise<Document> {
  const known = documents.get(response)
  if (known) return known
  limit(response.body.length > longestAtOnce)
  const text = viewOf(response).text()
  const type = headerValue(response.headers, 'content-type')?.split(';', 1)[0]
  const { nodes, depth } = measure(text)
  if (nodes > mostNodes) throw new AssayError('http-too-large', texts.xmlTooHeavy, { hint: texts.tooHeavyHint })
  if (depth > maxDepth) throw notXml(type, texts.nestedTooDeep(maxDepth))
  const { parseXmlDocument } = await import('slimdom')
  try {
    const document = parseXmlDocument(text, { entityExpansionThreshold: 1 << 20, entityExpansionMaxAmplification: 10 })
    documents.set(response, document)
    return document
  } catch (error) {
    // The parser's text goes on with the place, drawn in lines of their own.
    const [why = '', place = ''] = textOf(error).split('\n')
    const where = /line (\d+), character (\d+)/.exec(place)
    throw notXml(
      type,
      where ? texts.xmlMistake(excerpt(why, 120), where[1] ?? '', where[2] ?? '') : texts.beginsWith(text.trimStart()),
    )
  }
}

const notXml = (type: string | undefined, why: string): AssayError =>
  new AssayError('nothing-found', texts.notXml(type, why), { hint: type?.endsWith('/html') ? texts.htmlHint : undefined })

/** About how many nodes a document has and how deep it is, without making it. */
function measure(text: string): { nodes: number; depth: number } {
  let [nodes, depth, deepest] = [0, 0, 0]
  for (const [tag] of text.matchAll(markup)) {
    if (tag === '</') depth--
    else if (!/^<[!?]/.test(tag)) {
      nodes += 1 + (tag.match(/=/g)?.length ?? 0)
      if (!tag.endsWith('/>')) deepest = Math.max(deepest, ++depth)
    }
    if (nodes > mostNodes) break
  }
  return { nodes, depth: deepest }
}
