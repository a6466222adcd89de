/**
 * Shows a `popover="manual"` or `auto` element beside a rectangle: below it, above when there is no room, never outside the window.
 */
export function showBeside(popover: HTMLElement, anchor: DOMRect, width?: number): void {
  popover.style.position = 'fixed'
  popover.style.margin = '0'
  popover.style.inset = 'auto'
  if (width !== undefined) popover.style.minWidth = `${width}px`
  if (!popover.matches(':popover-open')) popover.showPopover()
  const box = popover.getBoundingClientRect()
  const below = anchor.bottom + 4
  const top = below + box.height <= innerHeight - 4 ? below : Math.max(4, anchor.top - 4 - box.height)
  const left = Math.max(4, Math.min(anchor.left, innerWidth - box.width - 4))
  popover.style.top = `${top}px`
  popover.style.left = `${left}px`
}
