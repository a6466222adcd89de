import { createRoot, createSignal } from 'solid-js'
import { expect, it } from 'vitest'
import { equalLines } from './scroller.ts'
import { createVirtualTree } from './virtual-tree.ts'
import type { TreePlace } from './tree-place.ts'

const rowsOf = (ids: string): TreePlace[] =>
  Array.from(ids, (id, index) => ({ id, level: 1, position: index + 1, size: ids.length }))

/** A tree of rows named by one letter each. */
function treeOf(ids: string) {
  const [rows, setRows] = createSignal(rowsOf(ids))
  const [selected, select] = createSignal<string>()
  const entered: string[] = []
  const { tree, dispose } = createRoot((end) => ({
    dispose: end,
    tree: createVirtualTree<TreePlace>({
      rows,
      selected,
      lines: equalLines(
        () => 20,
        () => rows().length,
      ),
      focus: 'tree',
      label: ({ id }) => id,
      onToggle: () => undefined,
      keys: ({ id }) => ({ Enter: () => entered.push(id) }),
    }),
  }))
  const element = { getAttribute: () => 'tree' }
  /** A key on the tree, or on something inside of it by its role; whether the tree took it. */
  const press = (key: string, role?: string): boolean => {
    let taken = false
    const target = role === undefined ? element : { getAttribute: () => role }
    const event = { key, target, currentTarget: element, preventDefault: () => (taken = true), stopPropagation: () => undefined }
    tree.keyDown(event as unknown as KeyboardEvent)
    return taken
  }
  return { tree, select, show: (shown: string) => setRows(rowsOf(shown)), press, entered, dispose }
}

it('[P8] what is selected gets the keys: at once if it has a row, else when it gets one', () => {
  const { tree, select, show, dispose } = treeOf('abc')
  select('b')
  expect(tree.current()).toBe('b')
  select('x')
  expect(tree.current()).toBe('b')
  show('abcx')
  expect(tree.current()).toBe('x')
  dispose()
})

it('[P8] the keys stay where they went meanwhile', () => {
  const { tree, select, show, press, dispose } = treeOf('abc')
  select('b')
  select('x')
  press('ArrowDown')
  expect(tree.current()).toBe('c')
  show('abcx')
  expect(tree.current()).toBe('c')
  dispose()
})

it('[P8] keys for what is inside a row are left to it', () => {
  const { press, entered, dispose } = treeOf('abc')
  expect(['button', 'textbox'].map((role) => press('Enter', role))).toEqual([false, false])
  expect([press('Enter'), press('Enter', 'treeitem')]).toEqual([true, true])
  expect(entered).toEqual(['a', 'a'])
  dispose()
})
