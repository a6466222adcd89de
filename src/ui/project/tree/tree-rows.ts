import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { TreeNode } from '../actions/project-actions.ts'

/** One visible row of the project tree, without how it looks. */
export interface ProjectRow {
  id: string
  node: TreeNode
  level: number
  name: string
  expanded?: boolean
  position: number
  size: number
}

/** A node's row id: `project`, `s:<id>`, `c:<id>`. */
export const rowId = (node: TreeNode): string => (node.kind === 'project' ? 'project' : `${node.kind[0]}:${node.id}`)

/** The node of a row id. */
export function nodeOf(rowIdentifier: string): TreeNode {
  const id = rowIdentifier.slice(2)
  if (rowIdentifier.startsWith('s:')) return { kind: 'suite', id }
  return rowIdentifier.startsWith('c:') ? { kind: 'case', id } : { kind: 'project' }
}

/**
 * The rows that can be seen: cases of suites that are not `folded`. With a filter only what has it in its name or its
 * tags, suites opened; a suite whose own name has it shows all its cases.
 */
export function projectRows(head: ProjectHead, folded: ReadonlySet<string>, filter: string): ProjectRow[] {
  const wanted = filter.trim().toLowerCase()
  const has = (name: string) => name.toLowerCase().includes(wanted)
  const root = !folded.has('project') || wanted !== ''
  const rows: ProjectRow[] = [
    { id: 'project', node: { kind: 'project' }, level: 1, name: head.name, expanded: root, position: 1, size: 1 },
  ]
  if (!root) return rows
  for (const [at, suite] of head.suites.entries()) {
    const whole = !wanted || has(suite.name)
    const cases = whole ? suite.cases : suite.cases.filter((one) => has(one.name) || one.tags.some(has))
    if (!whole && cases.length === 0) continue
    const id = `s:${suite.id}`
    const expanded = wanted ? true : !folded.has(id)
    rows.push({
      id,
      node: { kind: 'suite', id: suite.id },
      level: 2,
      name: suite.name,
      ...(cases.length > 0 ? { expanded } : {}),
      position: at + 1,
      size: head.suites.length,
    })
    if (!expanded) continue
    for (const [place, one] of cases.entries()) {
      const node = { kind: 'case', id: one.id } as const
      rows.push({ id: `c:${one.id}`, node, level: 3, name: one.name, position: place + 1, size: cases.length })
    }
  }
  return rows
}
