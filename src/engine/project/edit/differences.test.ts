import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDifferences } from './apply-differences.ts'
import { composeEdit } from './compose.ts'
import { differences } from './differences.ts'
import { applyEdit } from './edit.ts'
import { joinProject, stateOf } from './state.ts'
import { acts, editOfActs, requestStep, variedProject } from './testing/recipes.ts'
import { waitStep } from './testing/projects.ts'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'

const project = variedProject([3, 2, 0], [2], [1])
const start = stateOf(project)
const inCase = (suite: string, id: string) => ['suites', { id: suite }, 'cases', { id }]

/** The project after what a recipe does to it. */
function changed(recipe: Parameters<typeof composeEdit>[3]) {
  const edit = composeEdit('Change', start, [...start.cases.keys()], recipe)
  const { head, cases } = edit ? applyEdit(start, edit, 'forward') : start
  return joinProject(head, ({ id }) => cases.get(id))
}

describe('differences', () => {
  it('[T2] made on the one state, they give the other', () =>
    fc.assert(
      fc.property(acts, acts, (one, other) => {
        const first = editOfActs(start, one, 'a')
        const before = first ? applyEdit(start, first, 'forward') : start
        const second = editOfActs(before, other, 'b')
        const after = second ? applyEdit(before, second, 'forward') : before
        const [from, to] = [before, after].map(({ head, cases }) => joinProject(head, ({ id }) => cases.get(id)))
        const found = differences(from, to)
        expect(applyDifferences(from, found)).toEqual({ value: to, left: [] })
        expect(differences(to, structuredClone(to))).toEqual([])
      }),
      { numRuns: fuzzRuns(1_500) },
    ))

  it('[T2] made on any JSON, they give the other', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, fc.constantFrom(null, 0, 1, 'x', true), tie('list'), tie('keyed'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      keyed: fc.array(
        fc.record({ id: fc.constantFrom('a', 'b', 'c'), name: fc.constantFrom('a', 'b'), v: tie('value') }, { requiredKeys: [] }),
        { maxLength: 4 },
      ),
      object: fc.dictionary(fc.constantFrom('a', 'b', 'suites', 'cases', 'steps', 'id', 'name'), tie('value')),
    }))
    fc.assert(
      fc.property(value, value, (before, after) => {
        expect(applyDifferences(before, differences(before, after))).toEqual({ value: after, left: [] })
      }),
      { numRuns: fuzzRuns(5_000) },
    )
  })

  it('[T2] a step inserted in the middle of a case is one insertion', () =>
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 6 }), fc.nat(6), (kinds, wanted) => {
        const steps = kinds.map((isRequest, at) => (isRequest ? requestStep : waitStep)(`s${at}`))
        const at = Math.min(wanted, steps.length)
        const found = differences({ steps }, { steps: steps.toSpliced(at, 0, waitStep('new')) })
        const behind = at === 0 ? undefined : { id: `s${at - 1}` }
        expect(found).toEqual([{ what: 'inserted', path: ['steps', { id: 'new' }], behind, value: waitStep('new') }])
      }),
    ))

  it('[T2] a step that moves in its case is one move', () => {
    const after = changed(({ cases }) => {
      const one = cases['c1']
      if (one) one.steps = one.steps.toReversed()
    })
    const steps = [...inCase('s1', 'c1'), 'steps']
    expect(differences(project, after)).toHaveLength(2)
    const moved = changed(({ cases }) => {
      const one = cases['c1']
      if (one) one.steps = [...one.steps.slice(1), ...one.steps.slice(0, 1)]
    })
    expect(differences(project, moved)).toEqual([
      {
        what: 'moved',
        path: [...steps, { id: 'c1-1' }],
        behind: { id: 'c1-3' },
        from: [...steps, { id: 'c1-1' }],
        wasBehind: undefined,
      },
    ])
  })

  it('[T2] a case that goes to a new suite, with a step of another one, is two moves and the suite without it', () => {
    const after = changed(({ head, cases }) => {
      head.suites.push({
        id: 'new',
        name: 'New',
        description: '',
        variables: [],
        cases: head.suites[0]?.cases.splice(0, 1) ?? [],
      })
      const step = cases['c2']?.steps.pop()
      if (step) cases['c1']?.steps.unshift(step)
    })
    expect(differences(project, after).map((one) => [one.what, one.path])).toEqual([
      ['inserted', ['suites', { id: 'new' }]],
      ['moved', inCase('new', 'c1')],
      ['moved', [...inCase('new', 'c1'), 'steps', { id: 'c2-2' }]],
    ])
  })

  it('[T2] a changed field is one change, named by its path; a renamed variable too', () => {
    const after = changed(({ head, cases }) => {
      const step = cases['c1']?.steps[1]
      if (step?.kind === 'send-request') step.headers[1] = { name: 'Accept', value: 'c', disabled: false }
      const [variable] = head.variables
      if (variable) variable.name = 'renamed'
    })
    expect(differences(project, after)).toEqual([
      { what: 'changed', path: ['variables', { name: 'first' }, 'name'], before: 'first', after: 'renamed' },
      {
        what: 'changed',
        path: [...inCase('s1', 'c1'), 'steps', { id: 'c1-2' }, 'headers', 1, 'value'],
        before: 'b',
        after: 'c',
      },
    ])
  })

  it('[T2] some of them can be made alone; those whose place is missing are left, and nothing is lost', () => {
    const after = changed(({ head, cases }) => {
      head.suites.push({
        id: 'new',
        name: 'New',
        description: '',
        variables: [],
        cases: head.suites[1]?.cases.splice(0, 1) ?? [],
      })
      cases['c1']?.steps.push(waitStep('one'), waitStep('two'))
    })
    const found = differences(project, after)
    const some = found.filter(({ path }) => !['new', 'one'].some((id) => JSON.stringify(path.at(-1)) === JSON.stringify({ id })))
    const { value, left } = applyDifferences(project, some)
    expect(left.map(({ what, path }) => [what, path])).toEqual([['moved', inCase('new', 'c4')]])
    expect(value.suites.map(({ cases }) => cases.map(({ id }) => id))).toEqual([['c1', 'c2', 'c3'], ['c4'], ['c5']])
    expect(value.suites[0]?.cases[0]?.steps.map(({ id }) => id)).toEqual(['c1-1', 'c1-2', 'c1-3', 'two'])
  })
})
