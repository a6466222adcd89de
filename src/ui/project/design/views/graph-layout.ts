/** A state as it is drawn. */
export interface PlacedState {
  name: string
  x: number
  y: number
  width: number
}

/** Several transitions between the same two states are one line. */
export interface PlacedEdge {
  from: string
  to: string
  /** Numbers of the transitions, in the order of the model. */
  transitions: number[]
  path: string
  label: { x: number; y: number }
}

/** A drawing in pixels. */
export interface GraphLayout {
  width: number
  height: number
  states: PlacedState[]
  edges: PlacedEdge[]
}

/** Pixels from one line of a label to the next. */
export const lineHeight = 13
const [columnGap, rowGap, height, margin] = [150, 74, 34, 46]
const widthOf = (name: string): number => Math.min(180, Math.max(64, name.length * 7.4 + 28))

/**
 * Draws a state machine in layers: each state as far to the right as its shortest way from the initial one is long; those that no way
 * leads to come last.
 */
export function layoutOf(
  states: readonly string[],
  initial: string,
  transitions: readonly { from: string; to: string; event: string }[],
): GraphLayout {
  const layer = layersOf(states, initial, transitions)
  const columns: string[][] = []
  for (const state of states) (columns[layer.get(state) ?? 0] ??= []).push(state)
  order(columns, transitions)
  const tallest = Math.max(1, ...columns.map((column) => column.length))
  const placed = new Map<string, PlacedState>()
  let x = margin
  for (const column of columns) {
    const wide = Math.max(...column.map(widthOf))
    for (const [at, name] of column.entries()) {
      const y = margin + ((tallest - column.length) / 2 + at) * rowGap + height / 2
      placed.set(name, { name, x: x + wide / 2, y, width: widthOf(name) })
    }
    x += wide + columnGap
  }
  const edges = edgesOf(placed, layer, transitions)
  const bottom = margin * 2 + tallest * rowGap
  const lowest = Math.max(bottom, ...edges.map(({ label }) => label.y + 24))
  // Each transition is a line of the label, the last of which stands where the label does.
  const highest = Math.min(0, ...edges.map(({ label, transitions: lines }) => label.y - 20 - (lines.length - 1) * lineHeight))
  for (const state of placed.values()) state.y -= highest
  return {
    width: x - columnGap + margin,
    height: lowest - highest,
    states: [...placed.values()],
    edges: highest === 0 ? edges : edgesOf(placed, layer, transitions),
  }
}

function layersOf(
  states: readonly string[],
  initial: string,
  transitions: readonly { from: string; to: string }[],
): Map<string, number> {
  const layer = new Map([[initial, 0]])
  const queue = [initial]
  for (let at = queue.shift(); at !== undefined; at = queue.shift())
    for (const { from, to } of transitions)
      if (from === at && !layer.has(to)) {
        layer.set(to, (layer.get(at) ?? 0) + 1)
        queue.push(to)
      }
  const last = Math.max(...layer.values()) + 1
  for (const state of states) if (!layer.has(state)) layer.set(state, last)
  return layer
}

/** Puts each state near those that lead to it: fewer lines cross. */
function order(columns: string[][], transitions: readonly { from: string; to: string }[]): void {
  for (let at = 1; at < columns.length; at++) {
    const before = columns[at - 1] ?? []
    const weight = (state: string): number => {
      const rows = transitions
        .filter(({ from, to }) => to === state && before.includes(from))
        .map(({ from }) => before.indexOf(from))
      return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length
    }
    columns[at]?.sort((a, b) => weight(a) - weight(b))
  }
}

function edgesOf(
  placed: ReadonlyMap<string, PlacedState>,
  layer: ReadonlyMap<string, number>,
  transitions: readonly { from: string; to: string }[],
): PlacedEdge[] {
  const groups = new Map<string, PlacedEdge>()
  let arcs = 0
  for (const [index, { from, to }] of transitions.entries()) {
    const [start, end] = [placed.get(from), placed.get(to)]
    if (!start || !end) continue
    const key = JSON.stringify([from, to])
    const known = groups.get(key)
    if (known) {
      known.transitions.push(index)
      continue
    }
    const span = (layer.get(to) ?? 0) - (layer.get(from) ?? 0)
    const edge = { from, to, transitions: [index] }
    groups.set(key, { ...edge, ...lineOf(start, end, span, span < 0 || span > 1 ? arcs++ : 0) })
  }
  return [...groups.values()]
}

/** The line between two states: straight to the next column, an arc back or further, a loop to itself. */
function lineOf(start: PlacedState, end: PlacedState, span: number, arc: number): Pick<PlacedEdge, 'path' | 'label'> {
  const half = height / 2
  if (start.name === end.name) {
    const { x, y } = start
    return {
      path: `M ${x - 12} ${y - half} C ${x - 34} ${y - half - 40}, ${x + 34} ${y - half - 40}, ${x + 12} ${y - half}`,
      label: { x, y: y - half - 34 },
    }
  }
  if (span === 1) {
    const [x1, x2] = [start.x + start.width / 2, end.x - end.width / 2]
    const bend = (x2 - x1) / 2
    return {
      path: `M ${x1} ${start.y} C ${x1 + bend} ${start.y}, ${x2 - bend} ${end.y}, ${x2} ${end.y}`,
      label: { x: (x1 + x2) / 2, y: (start.y + end.y) / 2 - 6 },
    }
  }
  if (span === 0) {
    const isDown = end.y > start.y
    const side = isDown ? 1 : -1
    const [x1, x2] = [start.x + side * 14, end.x + side * 14]
    const [y1, y2] = [start.y + side * half, end.y - side * half]
    return {
      path: `M ${x1} ${y1} C ${x1 + side * 18} ${(y1 + y2) / 2}, ${x2 + side * 18} ${(y1 + y2) / 2}, ${x2} ${y2}`,
      label: { x: (x1 + x2) / 2 + side * 34, y: (y1 + y2) / 2 },
    }
  }
  const isBack = span < 0
  const side = isBack ? 1 : -1
  const reach = Math.max(Math.abs(end.y - start.y) / 2, 0) + 46 + (arc % 4) * 16
  const middle = side > 0 ? Math.max(start.y, end.y) + reach : Math.min(start.y, end.y) - reach
  const [y1, y2] = [start.y + side * half, end.y + side * half]
  // A way back comes in beside the ways out.
  const shift = (arc % 3) * 9 - 9
  return {
    path: `M ${start.x + shift} ${y1} C ${start.x + shift} ${middle}, ${end.x + shift} ${middle}, ${end.x + shift} ${y2}`,
    label: { x: (start.x + end.x) / 2, y: y1 / 8 + (middle * 6) / 8 + y2 / 8 + (side > 0 ? 12 : -4) },
  }
}
