import { parseTree, type Node } from 'jsonc-parser'
import { fittingFunction } from '#engine/templates/fitting-function.ts'
import { standIn } from '../../components/json-problem.ts'

interface Replacement {
  at: number
  length: number
  text: string
}

/** A JSON text with functions of random data in place of values whose name or form tells what they are; all else stays as it is. */
export function fillWithRandomData(text: string): { text: string; filled: number } {
  const tree = parseTree(standIn(text))
  const found = tree ? replacements(tree, '', text) : []
  const filled = found.reduceRight((now, { at, length, text: put }) => now.slice(0, at) + put + now.slice(at + length), text)
  return { text: filled, filled: found.length }
}

/** In the order of the text. Items of a list are what the list is called. */
function replacements(node: Node, key: string, text: string): Replacement[] {
  const { children = [], type } = node
  if (type === 'object')
    return children.flatMap(({ children: [name, value] = [] }) =>
      name && value ? replacements(value, String(name.value), text) : [],
    )
  if (type === 'array') return children.flatMap((item) => replacements(item, key.replace(/s$/, ''), text))
  // A reference is there already.
  if (text.slice(node.offset, node.offset + Math.max(node.length, 2)).includes('${')) return []
  const name = fittingFunction(key, node.value)
  if (name === undefined) return []
  const reference = `\${${name}}`
  return [{ at: node.offset, length: node.length, text: type === 'string' ? `"${reference}"` : reference }]
}
