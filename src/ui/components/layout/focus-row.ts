/**
 * Puts the focus into row `index` of a list once it is drawn: on the control that `selector` finds in every row. Beyond the
 * last row it is that one's, and without rows the list's last button, which adds one: the focus is never lost with a row.
 */
export function focusRow(list: HTMLElement | null | undefined, selector: string, index: number): void {
  queueMicrotask(() => {
    const controls = list?.querySelectorAll<HTMLElement>(selector)
    const control = controls?.[Math.min(index, controls.length - 1)] ?? [...(list?.querySelectorAll('button') ?? [])].at(-1)
    control?.focus()
  })
}
