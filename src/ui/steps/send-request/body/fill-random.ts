import { getNodeValue, parseTree, type Node } from 'jsonc-parser'
import { fittingFunction } from '#engine/templates/fitting-function.ts'
import type { RandomField } from '#workers/api/random-fields.ts'
import { standIn } from '../../../components/fields/json-problem.ts'

interface Replacement {
  at: number
  length: number
  text: string
}

/** What a JSON text holds, references as texts or zeros; undefined for an empty text. */
export const bodyValue = (text: string): unknown => {
  const tree = parseTree(standIn(text))
  return tree && getNodeValue(tree)
}

/**
 * A JSON text with functions of random data instead of values of which the API's schema, their name or their form tells what
 * they are; all else stays unchanged.
 */
export function fillWithRandomData(text: string, fields: readonly RandomField[] = []): { text: string; filled: number } {
  const tree = parseTree(standIn(text))
  const known = new Map(fields.map(({ pointer, call }) => [pointer, call]))
  const found = tree ? replacements(tree, { key: '', pointer: '' }, text, known) : []
  const filled = found.reduceRight((now, { at, length, text: put }) => now.slice(0, at) + put + now.slice(at + length), text)
  return { text: filled, filled: found.length }
}

interface At {
  key: string
  /** RFC 6901. */
  pointer: string
}

/** In the order of the text. Items of a list are what the list is called. */
function replacements(
  node: Node,
  { key, pointer }: At,
  text: string,
  known: ReadonlyMap<string, string | undefined>,
): Replacement[] {
  const { children = [], type } = node
  const inside = (name: string | number): string => `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (type === 'object')
    return children.flatMap(({ children: [name, value] = [] }) => {
      const own = String(name?.value)
      return value ? replacements(value, { key: own, pointer: inside(own) }, text, known) : []
    })
  if (type === 'array')
    return children.flatMap((item, index) =>
      replacements(item, { key: key.replace(/s$/, ''), pointer: inside(index) }, text, known),
    )
  // A reference is there already.
  if (text.slice(node.offset, node.offset + Math.max(node.length, 2)).includes('${')) return []
  const call = known.has(pointer) ? known.get(pointer) : fittingFunction(key, node.value)
  if (call === undefined) return []
  const reference = `\${${call}}`
  return [{ at: node.offset, length: node.length, text: type === 'string' ? `"${reference}"` : reference }]
}
