import { describe, expect, it } from 'vitest'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import { headOf } from '#engine/project/edit/state.ts'
import { projectOf } from '#engine/project/edit/testing/projects.ts'
import { nodeOf, projectRows, rowId } from './tree-rows.ts'

const headFrom = (...suites: number[][]): ProjectHead => {
  const { suites: full, ...rest } = projectOf(...suites)
  return { ...rest, suites: full.map((suite) => ({ ...suite, cases: suite.cases.map(headOf) })) }
}

describe('tree rows', () => {
  it('[T1] project, suites and cases, folded suites without theirs', () => {
    const head = headFrom([1, 1], [1])
    expect(projectRows(head, new Set(), '').map((row) => row.id)).toEqual(['project', 's:s1', 'c:c1', 'c:c2', 's:s2', 'c:c3'])
    expect(projectRows(head, new Set(['s:s1']), '').map((row) => row.id)).toEqual(['project', 's:s1', 's:s2', 'c:c3'])
  })

  it('[P8] a filter finds names and tags in folded suites too', () => {
    const head = headFrom([1, 1], [1])
    head.suites[1]?.cases[0]?.tags.push('smoke')
    const rows = projectRows(head, new Set(['s:s1', 's:s2', 'project']), 'SMO')
    expect(rows.map((row) => row.id)).toEqual(['project', 's:s2', 'c:c3'])
    expect(projectRows(head, new Set(), 'suite 1').map((row) => row.id)).toEqual(['project', 's:s1', 'c:c1', 'c:c2'])
  })

  it('[P8] row ids name nodes', () => {
    for (const node of [{ kind: 'project' }, { kind: 'suite', id: 'a:b' }, { kind: 'case', id: '' }] as const) {
      expect(nodeOf(rowId(node))).toEqual(node)
    }
  })

  it('[R45] 10,000 cases are laid out', () => {
    const head = headFrom(...Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 0)))
    expect(projectRows(head, new Set(), '')).toHaveLength(10_101)
  })
})
