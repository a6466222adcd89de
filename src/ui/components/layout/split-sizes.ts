/** A share of what the panes in pixels leave over, or pixels. */
export type SplitSize = number | `${number}px`

/** A pane beside the border that moves. */
export interface MovedPane {
  size: SplitSize
  /** Its length now. */
  pixels: number
  /** The least length, in pixels. */
  min: number
}

/**
 * New sizes of the two panes beside a border that moves by `delta` pixels, within their least lengths. A pane in pixels stays
 * in pixels; two shares keep their sum.
 */
export function moveBorder(before: MovedPane, after: MovedPane, delta: number): { before: SplitSize; after: SplitSize } {
  const least = Math.min(0, before.min - before.pixels)
  const most = Math.max(0, after.pixels - after.min)
  const by = Math.max(least, Math.min(most, delta))
  const lengths = { before: before.pixels + by, after: after.pixels - by }
  if (typeof before.size === 'number' && typeof after.size === 'number') {
    const sum = before.size + after.size
    const whole = lengths.before + lengths.after
    const share = whole === 0 ? sum / 2 : (sum * lengths.before) / whole
    return { before: share, after: sum - share }
  }
  return {
    before: typeof before.size === 'number' ? before.size : `${Math.round(lengths.before)}px`,
    after: typeof after.size === 'number' ? after.size : `${Math.round(lengths.after)}px`,
  }
}

/**
 * The CSS `flex` of a size: shares grow, pixels may shrink when there is too little room. Shares are scaled up, because
 * growth that sums to less than 1 would leave a gap.
 */
export const sizeStyle = (size: SplitSize): string => (typeof size === 'number' ? `${size * 1000} 1 0px` : `0 1 ${size}`)

/** Kept sizes by pane; nothing if there are none or they can't be read. */
export function readSizes(key: string): Record<string, SplitSize> {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    const fine = Object.entries(stored).filter(
      (entry): entry is [string, SplitSize] =>
        (typeof entry[1] === 'number' && entry[1] > 0) || (typeof entry[1] === 'string' && /^\d+px$/.test(entry[1])),
    )
    return Object.fromEntries(fine)
  } catch {
    return {}
  }
}

/** Keeps sizes; without storage they last as long as the page. */
export function writeSizes(key: string, sizes: Record<string, SplitSize>): void {
  try {
    localStorage.setItem(key, JSON.stringify(sizes))
  } catch {
    // Storage is refused or full: the sizes are a comfort only.
  }
}
