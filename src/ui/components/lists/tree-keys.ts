import type { TreePlace } from './tree-place.ts'

/** What the keys of a tree do. */
export interface TreeKeyActions<Row extends TreePlace> {
  rows(): readonly Row[]
  /** Rows that Page Up and Page Down go. */
  page(): number
  go(row: Row): void
  onToggle(row: Row, expanded: boolean): void
  /** What typing ahead looks for. */
  label(row: Row): string
  /** More keys, by chord: `Enter`, `Alt+ArrowUp`. */
  keys(row: Row, event: KeyboardEvent): Record<string, (() => void) | undefined>
}

/** Whether a key was for the tree or a row, not for something inside a row. */
const belongsToTree = ({ target, currentTarget }: KeyboardEvent): boolean =>
  target === currentTarget || (target as Element | null)?.getAttribute('role') === 'treeitem'

/**
 * The keys of a tree, after the ARIA Authoring Practices' tree view, from the row at an index. Keys for what is inside a row (a
 * name that is being changed, a button) are left alone.
 */
export function treeKeys<Row extends TreePlace>(actions: TreeKeyActions<Row>): (event: KeyboardEvent, at: number) => void {
  let typed = ''
  let typedAt = 0
  const go = (index: number) => {
    const rows = actions.rows()
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (row) actions.go(row)
  }
  const parent = (index: number, level: number) => {
    const rows = actions.rows()
    for (let at = index - 1; at >= 0; at -= 1) if ((rows[at]?.level ?? 0) < level) return go(at)
  }
  const lookFor = (key: string, at: number, time: number) => {
    typed = time - typedAt > 700 ? key : typed + key
    typedAt = time
    const rows = actions.rows()
    const skip = typed.length > 1 ? 0 : 1
    for (let offset = skip; offset < rows.length + skip; offset += 1) {
      const row = rows[(at + offset) % rows.length]
      if (row && actions.label(row).toLowerCase().startsWith(typed.toLowerCase())) return actions.go(row)
    }
  }
  return (event, at) => {
    const row = actions.rows()[at]
    if (!row || event.defaultPrevented) return
    if (!belongsToTree(event)) return
    const chords: Record<string, (() => void) | undefined> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(actions.rows().length - 1),
      PageDown: () => go(at + actions.page()),
      PageUp: () => go(at - actions.page()),
      ArrowRight: () => (row.expanded === false ? actions.onToggle(row, true) : row.expanded && go(at + 1)),
      ArrowLeft: () => (row.expanded ? actions.onToggle(row, false) : parent(at, row.level)),
      ...actions.keys(row, event),
    }
    const held = `${event.ctrlKey ? 'Ctrl+' : ''}${event.metaKey ? 'Meta+' : ''}${event.altKey ? 'Alt+' : ''}`
    const chord = `${held}${event.shiftKey && event.key.length > 1 ? 'Shift+' : ''}${event.key}`
    // A space belongs to the name that is being typed, if one is.
    const action = event.key === ' ' && typed !== '' && event.timeStamp - typedAt <= 700 ? undefined : chords[chord]
    if (action) action()
    else if (event.key.length === 1 && held === '') lookFor(event.key, at, event.timeStamp)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
