/**
 * The parts of fontoxpath that are used, instead of its published types (config/tsconfig.base.json), which bring the library of the
 * DOM into every worker: `document` would compile there.
 */
export interface Node {
  nodeType: number
}

type Look = (...asked: never[]) => unknown

/** How a path goes through a document. */
export interface IDomFacade {
  getAllAttributes: Look
  getAttribute: Look
  getChildNodes: Look
  getData: Look
  getFirstChild: Look
  getLastChild: Look
  getNextSibling: Look
  getParentNode: Look
  getPreviousSibling: Look
}

interface Language {
  language: string
}

export declare const domFacade: IDomFacade

export declare const evaluateXPath: {
  (
    path: string,
    from: Node,
    facade: IDomFacade,
    variables: Record<string, unknown>,
    type: number,
    options: Language & { namespaceResolver(prefix: string): string | null },
  ): unknown[]
  ALL_RESULTS_TYPE: number
  XPATH_3_1_LANGUAGE: string
}

/** A path in its XQueryX form, made in the document. */
export declare function parseScript(path: string, options: Language, within: object): unknown
