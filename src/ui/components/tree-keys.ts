import { openContextMenu } from './Menu.tsx'
import type { TreeProps, TreeRow } from './Tree.tsx'

/** Where a dragged row goes, seen from the row under the pointer. */
export type DropPlace = 'before' | 'after' | 'into'

interface KeySource {
  rows(): readonly TreeRow[]
  position(id: string): number
  page(): number
  focus(id: string): void
  tree: TreeProps
}

/**
 * The keys of a tree, after the ARIA Authoring Practices' tree view. Keys typed into a control inside a row (a name that is
 * being changed) are left alone.
 */
export function treeKeys(source: KeySource): (event: KeyboardEvent, row: TreeRow) => void {
  let typed = ''
  let typedAt = 0
  const go = (index: number) => {
    const rows = source.rows()
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (row) source.focus(row.id)
  }
  const parent = (index: number, level: number) => {
    const rows = source.rows()
    for (let at = index - 1; at >= 0; at -= 1) if ((rows[at]?.level ?? 0) < level) return go(at)
  }
  const lookFor = (key: string, at: number, time: number) => {
    typed = time - typedAt > 700 ? key : typed + key
    typedAt = time
    const rows = source.rows()
    const skip = typed.length > 1 ? 0 : 1
    for (let offset = skip; offset < rows.length + skip; offset += 1) {
      const row = rows[(at + offset) % rows.length]
      if (row?.label.toLowerCase().startsWith(typed.toLowerCase())) return source.focus(row.id)
    }
  }
  return (event, row) => {
    if (event.target !== event.currentTarget || event.defaultPrevented) return
    const at = source.position(row.id)
    const { tree } = source
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(source.rows().length - 1),
      PageDown: () => go(at + source.page()),
      PageUp: () => go(at - source.page()),
      ArrowRight: () => (row.expanded === false ? tree.onToggle(row.id, true) : row.expanded && go(at + 1)),
      ArrowLeft: () => (row.expanded ? tree.onToggle(row.id, false) : parent(at, row.level)),
      Enter: () => tree.onSelect(row.id),
      ' ': () => tree.onSelect(row.id),
      F2: tree.onRename && (() => tree.onRename?.(row.id)),
      Delete: tree.onDelete && (() => tree.onDelete?.(row.id)),
      ContextMenu: tree.menu && (() => openContextMenu(event, tree.menu?.(row.id) ?? [], row.label)),
      'Shift+F10': tree.menu && (() => openContextMenu(event, tree.menu?.(row.id) ?? [], row.label)),
      'Alt+ArrowUp': tree.onMove && (() => tree.onMove?.(row.id, -1)),
      'Alt+ArrowDown': tree.onMove && (() => tree.onMove?.(row.id, 1)),
    }
    const held = `${event.ctrlKey ? 'Ctrl+' : ''}${event.metaKey ? 'Meta+' : ''}${event.altKey ? 'Alt+' : ''}`
    const chord = `${held}${event.shiftKey && event.key.length > 1 ? 'Shift+' : ''}${event.key}`
    // A space belongs to the name that is being typed, if one is.
    const action = event.key === ' ' && typed !== '' && event.timeStamp - typedAt <= 700 ? undefined : actions[chord]
    if (action) action()
    else if (event.key.length === 1 && held === '') lookFor(event.key, at, event.timeStamp)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
