import { expect, it } from 'vitest'
import { untickedAtFirst } from '#engine/case-builder/change-set/apply-change-set.ts'
import type { ChangeItem } from '#engine/case-builder/change-set/change-set.ts'
import { toggled } from './selected-changes.ts'
import { warningsOf } from './warnings.ts'

const item = (id: string, more: Partial<ChangeItem>): ChangeItem => ({
  id,
  needs: [],
  what: 'added',
  of: 'step',
  name: id,
  place: '',
  fields: [],
  ...more,
})

it('[A9] asks to tick what is about items, sixty removals as one, and tells the rest', () => {
  const removals = Array.from({ length: 60 }, (_, at) =>
    item(`r${at}`, { what: 'removed', attention: [`Removes ${at}.`], unticked: true }),
  )
  const items = [
    item('a', { attention: ['New host: evil.test.'] }),
    item('b', { attention: ['New host: evil.test.', 'The secret key is sent to evil.test.'], unticked: true }),
    item('c', { parent: 'b' }),
    ...removals,
  ]
  const { toTick, plain } = warningsOf({ items, warnings: ['New host: evil.test.', 'Another problem.'] })
  expect(toTick.map(({ ids }) => ids.length)).toEqual([2, 1, 60])
  expect(toTick.at(-1)?.text).toBe('Remove 60 items: r0, r1, r2 and 57 more.')
  expect(plain).toEqual(['Another problem.'])
  expect(untickedAtFirst(items).size).toBe(62)
})

it('[A9] leaves out what is new and would be empty, and ticks what only waited for what is ticked', () => {
  const items = [
    item('case', { of: 'case' }),
    item('request', { parent: 'case', attention: ['New host: evil.test.'], unticked: true }),
    item('check', { parent: 'case', needs: ['request'] }),
  ]
  const first = untickedAtFirst(items)
  expect([...first].toSorted()).toEqual(['case', 'check', 'request'])
  expect(toggled(first, ['request'], true, items).size).toBe(0)
})
