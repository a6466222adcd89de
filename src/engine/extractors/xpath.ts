import type { IDomFacade, Node as PathNode } from 'fontoxpath'
import { Document, type Element } from 'slimdom'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { limit } from '#engine/base/work-limit.ts'
import { extractorTexts as texts } from './texts.ts'

const longestPath = 5_000
/** Characters of a path that are read in about 25 ms. */
const longestAtOnce = 500
/** Nodes that may be looked at; a path takes a few seconds for them at most. */
const mostVisits = 2_000_000
/** Loops over loops take time without looking at any node. */
const deepestLoops = 3
const longestRange = 10_000

const short = (path: string): string => excerpt(path, 200)

type Engine = typeof import('fontoxpath')

const languageOf = ({ evaluateXPath }: Engine) => ({ language: evaluateXPath.XPATH_3_1_LANGUAGE })

/**
 * The result of an XPath 3.1 in a document: the text of a node, a list of several results, or undefined. Uses the document's
 * prefixes. Names without a prefix are in the namespace of its root, so that `/order/id` finds the element that a user sees.
 * Rejects with AssayError `bad-expression`, `deadline`.
 */
export async function evaluatePath(path: string, document: Document): Promise<unknown> {
  limit(!isPlain(path))
  const engine = await import('fontoxpath')
  checkSyntax(path, engine)
  const namespaces = namespacesOf(document)
  try {
    const results = select(path, document, engine, (prefix) => namespaces.get(prefix) ?? null)
    const values = results.map(plain)
    return values.length > 1 ? values : values[0]
  } catch (error) {
    if (error instanceof AssayError) throw error
    throw badPath(path, error, namespaces)
  }
}

/**
 * A path along names to what it finds, or its count: it takes about as long as the document is large. All others may take
 * forever.
 */
const isPlain = (path: string): boolean =>
  path.length < 500 &&
  path.split('//').length <= 2 &&
  /^(?:count\()?(?:\/\/?@?(?:[\w.-]+:|\*:)?(?:[\w.-]+|\*)(?:\[\d{1,6}\])?)+(?:\/text\(\))?\)?$/.test(path)

/** Compiles a path without a document, whatever prefixes it has. Rejects with AssayError `bad-expression`. */
export async function checkXPath(path: string): Promise<void> {
  limit(path.length > longestAtOnce && path.length <= longestPath)
  const engine = await import('fontoxpath')
  checkSyntax(path, engine)
  try {
    // What is in a branch that is never taken is compiled, but not run.
    select(`if (true()) then () else (${path})`, new Document(), engine, (prefix) => `urn:any:${prefix}`)
  } catch (error) {
    // Other errors come from what an empty document lacks.
    if (/XPST00(03|17|08)/.test(textOf(error))) throw badPath(path, error)
  }
}

type Resolve = (prefix: string) => string | null

function select(path: string, document: Document, engine: Engine, namespaceResolver: Resolve): unknown[] {
  const { evaluateXPath } = engine
  const from: PathNode = document
  const options = { ...languageOf(engine), namespaceResolver }
  return evaluateXPath(path, from, counted(path, engine), {}, evaluateXPath.ALL_RESULTS_TYPE, options)
}

/** The usual way through a document, which ends after so many nodes. */
function counted(path: string, { domFacade }: Engine): IDomFacade {
  let visits = 0
  const visit = (): void => {
    if (++visits > mostVisits)
      throw new AssayError('deadline', texts.xpathStopped(short(path), mostVisits), { hint: texts.pathStoppedHint })
  }
  return new Proxy(domFacade, {
    get(target, key: keyof IDomFacade) {
      visit()
      return Reflect.get(target, key) as unknown
    },
  })
}

/** The prefixes that elements of a document declare, the first of each; '' is the default namespace of the root. */
function namespacesOf(document: Document): Map<string, string> {
  const found = new Map<string, string>()
  const root = document.documentElement
  if (root?.prefix === null && root.namespaceURI !== null) found.set('', root.namespaceURI)
  else if (root) found.set('', root.lookupNamespaceURI(null) ?? '')
  const elements = root ? [root, ...root.getElementsByTagName('*')] : []
  for (const { attributes } of elements)
    for (const { prefix, localName, value } of attributes)
      if (prefix === 'xmlns' && !found.has(localName)) found.set(localName, value)
  return found
}

function checkSyntax(path: string, engine: Engine): void {
  if (path.length > longestPath) throw new AssayError('bad-expression', texts.pathTooLong(short(path), 'XPath'))
  let script: Element
  try {
    script = engine.parseScript(path, languageOf(engine), new Document()) as Element
  } catch (error) {
    throw badPath(path, error)
  }
  const why = monstrous(script, 0)
  if (why !== undefined) throw new AssayError('bad-expression', texts.monstrousPath(short(path), why))
}

/**
 * What would make a path go on forever without looking at a node, in its XQueryX form: loops over loops, long ranges,
 * recursion.
 */
function monstrous(element: Element, loops: number): string | undefined {
  const name = element.localName
  if (name === 'inlineFunctionExpr' || name === 'namedFunctionRef') return texts.ownFunctions
  if (name === 'rangeSequenceExpr') {
    const [start, end] = ['startExpr', 'endExpr'].map((part) => constantOf(element, part))
    if (start === undefined || end === undefined || end - start > longestRange) return texts.longRange(longestRange)
  }
  const within = loops + (name === 'forClauseItem' || name === 'quantifiedExprInClause' ? 1 : 0)
  if (within > deepestLoops) return texts.loopsInLoops(deepestLoops)
  let inner = within
  for (const child of element.children) {
    const why = monstrous(child, inner)
    if (why !== undefined) return why
    // What follows a clause of a loop is done for each of its items.
    if (child.localName === 'forClause' || child.localName === 'quantifiedExprInClause') inner += child.children.length
  }
  return undefined
}

function constantOf(range: Element, part: string): number | undefined {
  const value = range.children.find(({ localName }) => localName === part)?.children[0]
  return value?.localName === 'integerConstantExpr' ? Number(value.textContent) : undefined
}

function plain(result: unknown): unknown {
  if (result instanceof Date) return result.toISOString()
  if (typeof result !== 'object' || result === null || !('nodeType' in result)) return result
  const { nodeType, nodeValue, textContent } = result as {
    nodeType: number
    nodeValue: string | null
    textContent: string | null
  }
  return nodeType === 2 ? (nodeValue ?? '') : (textContent ?? '')
}

/** The library draws the path and names the place below it: its message is one line. */
function badPath(path: string, error: unknown, namespaces?: Map<string, string>): AssayError {
  const said = textOf(error)
  const why = /X[A-Z]{3}\d{4}:? ?(.*)/.exec(said)?.[1]?.replace(/Q\{[^}]*\}/g, '') ?? said.split('\n', 1)[0] ?? ''
  const prefixes = [...(namespaces?.keys() ?? [])].filter(Boolean)
  return new AssayError('bad-expression', texts.badXPath(short(path)), {
    hint: /XPST0081/.test(said) ? texts.xpathPrefixes(prefixes) : texts.badXPathHint,
    cause: excerpt(why, 300),
  })
}
