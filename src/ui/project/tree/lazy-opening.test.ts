import { createRoot } from 'solid-js'
import { expect, it } from 'vitest'
import { createLateOpening } from './lazy-opening.ts'

function setUp() {
  const opened: string[] = []
  const pictures: (() => void)[] = []
  const page = new EventTarget()
  const { keys, dispose } = createRoot((end) => ({
    dispose: end,
    keys: createLateOpening(
      (id) => opened.push(id),
      (then) => pictures.push(then),
      page,
    ),
  }))
  const draw = () => pictures.splice(0).forEach((then) => then())
  const press = (key: string, held = {}) => page.dispatchEvent(Object.assign(new Event('keydown'), { key, ...held }))
  return { keys, opened, draw, press, page, dispose }
}

it('[P8] a key marks its row at once, and opens it behind the next picture', () => {
  const { keys, opened, draw, dispose } = setUp()
  keys.go('a')
  expect(keys.waiting()).toBe('a')
  expect(opened).toEqual([])
  draw()
  expect(keys.waiting()).toBeUndefined()
  expect(opened).toEqual(['a'])
  dispose()
})

it('[P8] of the rows that a held key goes through only the last is opened', () => {
  const { keys, opened, draw, press, dispose } = setUp()
  for (const id of ['a', 'b', 'c']) {
    press('ArrowDown')
    keys.go(id)
  }
  draw()
  draw()
  expect(opened).toEqual(['c'])
  dispose()
})

it('[P8] what is pressed next finds the row open', () => {
  const { keys, opened, draw, press, page, dispose } = setUp()
  keys.go('a')
  press('Delete')
  keys.go('b')
  press('ArrowUp', { altKey: true })
  keys.go('c')
  page.dispatchEvent(new Event('pointerdown'))
  expect(opened).toEqual(['a', 'b', 'c'])
  draw()
  expect(opened).toEqual(['a', 'b', 'c'])
  dispose()
})

it('[P8] nothing is opened when the tree is gone', () => {
  const { keys, opened, draw, dispose } = setUp()
  keys.go('a')
  dispose()
  draw()
  expect(opened).toEqual([])
})
