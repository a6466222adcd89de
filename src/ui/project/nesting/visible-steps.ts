/** The rows of a step list: every step that is shown by itself, and below it those nested under it while it is unfolded. */
export interface VisibleSteps {
  /** The index in the case of the step in each row. */
  indices: readonly number[]
  /** The row of the step at an index; -1 if it is folded away. */
  rowOf: readonly number[]
}

/** Works out {@link VisibleSteps}; `owners` as `ownersOf` gives them. */
export function visibleSteps(owners: readonly number[], isOpen: (owner: number) => boolean): VisibleSteps {
  const indices: number[] = []
  const opened = new Map<number, boolean>()
  const rowOf = owners.map((owner, index) => {
    if (owner >= 0) {
      let open = opened.get(owner)
      if (open === undefined) opened.set(owner, (open = isOpen(owner)))
      if (!open) return -1
    }
    return indices.push(index) - 1
  })
  return { indices, rowOf }
}
