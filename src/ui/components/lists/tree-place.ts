/** What a tree must know of a visible row. Children of collapsed rows aren't rows. */
export interface TreePlace {
  id: string
  /** From 1, as `aria-level`. */
  level: number
  /** From 1, among its siblings. */
  position: number
  /** How many siblings there are, itself included. */
  size: number
  /** Undefined: has no children. */
  expanded?: boolean | undefined
}
