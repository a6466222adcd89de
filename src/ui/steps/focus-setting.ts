/** How long a step's editor may take to come up. */
const patience = 3_000

/** Sets the focus into the control of a setting, marked by `data-setting`, as soon as the editor shows it; gives up after three seconds. */
export function focusSetting(setting: string): void {
  const begun = performance.now()
  const look = () => {
    const control = document.querySelector<HTMLElement>(
      `[data-setting="${CSS.escape(setting)}"] :is(input, textarea, select):not([disabled])`,
    )
    if (control) {
      control.scrollIntoView({ block: 'center' })
      control.focus()
    } else if (performance.now() - begun < patience) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
