import type { JsonPathQuery } from 'jsonpath-rfc9535/parser'

/** The parser's tree, part by part; the package exports only its root. */
export type Segment = JsonPathQuery['segments'][number]
/** See {@link Segment}. */
export type Selector = Extract<Segment['node'], { type: 'BracketedSelection' }>['selectors'][number]
/** See {@link Segment}. */
export type Slice = Extract<Selector, { type: 'SliceSelector' }>
/** See {@link Segment}. */
export type Logical = Extract<Selector, { type: 'FilterSelector' }>['value']
/** See {@link Segment}. */
export type Comparison = Extract<Logical, { type: 'ComparisonExpr' }>
/** See {@link Segment}. */
export type Comparable = Comparison['left']
/** See {@link Segment}. */
export type Call = Extract<Comparable, { type: 'FunctionExpr' }>
/** See {@link Segment}. */
export type Argument = Call['arguments'][number]
/** See {@link Segment}. */
export type SingularSegment = Extract<Comparable, { type: 'RelSingularQuery' }>['segments'][number]
/** Anything that selects by segments. */
export interface Query {
  segments: readonly (Segment | SingularSegment)[]
}

/** The selector of a segment. The parser wraps the index of a singular path once more than its types say. */
export function selectorsOf(node: Segment['node'] | SingularSegment['node']): readonly Selector[] {
  if (node.type === 'BracketedSelection') return node.selectors
  if (node.type === 'MemberNameShorthand') return [{ type: 'NameSelector', value: node.value }]
  return 'selector' in node ? [node.selector as Selector] : [node]
}
