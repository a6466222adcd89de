import { expect, it } from 'vitest'
import type { ChangeItem } from '#engine/case-builder/change-set/change-set.ts'
import { countsOf, depthOf, ticked } from './selected-changes.ts'

const item = (id: string, parent?: string, needs: string[] = []): ChangeItem => ({
  id,
  ...(parent === undefined ? {} : { parent }),
  needs,
  what: 'added',
  of: 'step',
  name: id,
  place: '',
  fields: [],
})
const items = [item('case'), item('create', 'case'), item('take', 'case', ['create']), item('delete', 'case', ['take'])]

it('ticks with an item what it stands in and needs, and with a case its steps', () => {
  const none = new Set(items.map(({ id }) => id))
  expect([...ticked(none, 'take', items)]).toEqual(['delete'])
  expect([...ticked(none, 'case', items)]).toEqual([])
})

it('counts what is ticked, and knows how deep an item stands', () => {
  expect(countsOf(items, new Set(['delete']))).toEqual({ added: 3, changed: 0, removed: 0, moved: 0 })
  expect(items.map((one) => depthOf(one, items))).toEqual([0, 1, 1, 1])
})

it('counts no case beside the step that is changed in it, unless its name is changed too', () => {
  const changed = (id: string, parent?: string): ChangeItem => ({ ...item(id, parent), what: 'changed' })
  const step = { ...changed('step', 'case'), fields: [{ name: 'url', before: '/a', after: '/b' }] }
  expect(countsOf([changed('case'), step], new Set()).changed).toBe(1)
  const renamed = { ...changed('case'), fields: [{ name: 'name', before: 'a', after: 'b' }] }
  expect(countsOf([renamed, step], new Set()).changed).toBe(2)
})
