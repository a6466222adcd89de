import { expect, it } from 'vitest'
import { parseDesign } from '#engine/design/parse-design.ts'
import { composeEdit, type EditDraft } from '#engine/project/edit/compose.ts'
import { stateOf } from '#engine/project/edit/state.ts'
import { projectOf } from '#engine/project/edit/testing/projects.ts'
import { isOnScreen, placeOfEdit } from './edit-place.ts'

const state = stateOf(projectOf([2]))
const [id] = [...state.cases.keys()] as [string]
const suite = state.head.suites[0]!.id
const place = (recipe: (draft: EditDraft) => void) => {
  const edit = composeEdit('Edit', state, [id], recipe)
  return edit && placeOfEdit(edit)
}
const first = state.cases.get(id)!.steps[0]!.id

it('[H12] knows where an edit can be seen: in a step, in the list of steps, in settings, in an overview', () => {
  expect(place(({ cases }) => void (cases[id]!.steps[0]!.description = 'New'))).toEqual({ to: { case: id, step: first } })
  expect(place(({ cases }) => void (cases[id]!.steps[0]!.disabled = true))).toEqual({ to: { case: id }, inList: true })
  expect(place(({ cases }) => void (cases[id]!.steps = cases[id]!.steps.toReversed()))).toEqual({
    to: { case: id },
    inList: true,
  })
  expect(place(({ cases }) => void (cases[id]!.onFailure = 'continue'))).toEqual({ to: { case: id } })
  expect(place(({ head }) => void (head.suites[0]!.description = 'New'))).toEqual({ to: { suite } })
  expect(place(({ head }) => void head.variables.push({ name: 'a', value: '1', description: '' }))).toEqual({ to: {} })
})

it('[H12] knows that an edit of a design can be seen in the designer', () => {
  const design = parseDesign({ id: 'g', name: 'G', method: 'combinations', parameters: [] })
  if (!design.ok) throw new Error(design.error)
  const before = { ...state, head: { ...state.head, designs: [design.value] } }
  const edit = composeEdit('Edit', before, [], ({ head }) => void (head.designs[0]!.seed = 2))
  const found = edit && placeOfEdit(edit)
  expect(found).toEqual({ to: { design: 'g' } })
  expect([
    isOnScreen({ to: { design: 'g' } }, { project: 'p', design: 'g' }),
    isOnScreen({ to: {} }, { project: 'p', design: 'g' }),
  ]).toEqual([true, false])
})

it('[H12] what the tree shows can be seen everywhere', () => {
  expect(place(({ cases }) => void (cases[id]!.name = 'New'))).toBeUndefined()
  expect(place(({ head }) => void (head.suites[0]!.name = 'New'))).toBeUndefined()
  expect(place(({ cases, head }) => (delete cases[id], void (head.suites[0]!.cases = [])))).toBeUndefined()
})

it('[H12] a step is on the screen where it is open, a list wherever its case is', () => {
  const inStep = { to: { case: 'c', step: 's' } }
  expect(isOnScreen(inStep, { project: 'p', case: 'c', step: 's' })).toBe(true)
  expect(isOnScreen(inStep, { project: 'p', case: 'c', step: 'other' })).toBe(false)
  expect(isOnScreen({ to: { case: 'c' }, inList: true }, { project: 'p', case: 'c', step: 'other' })).toBe(true)
  expect(isOnScreen({ to: { case: 'c' } }, { project: 'p', case: 'c', step: 'other' })).toBe(false)
  expect(isOnScreen({ to: {} }, { project: 'p' })).toBe(true)
  expect(isOnScreen({ to: {} }, { project: 'p', suite: 'u' })).toBe(false)
})
