/** How long a step's editor may take to come up. */
const patience = 3_000

/** Sets the focus into the control of a setting, marked by `data-setting`, as soon as the editor shows it; gives up after three seconds. */
export const focusSetting = (setting: string): void =>
  focusLater(`[data-setting="${CSS.escape(setting)}"] :is(input, textarea, select):not([disabled])`)

/** Sets the focus into the last text of a step's row, such as what its check number `index` expects, as soon as the editor of the step shows it. */
export const focusRowOf = (stepId: string, index: number): void =>
  focusLater(
    `[data-runs-step="${CSS.escape(stepId)}"] .check:nth-of-type(${index + 1}) .check-fields`,
    (fields) =>
      ['input', 'select'].flatMap((kind) => [...fields.querySelectorAll<HTMLElement>(`${kind}:not([disabled])`)].slice(-1))[0],
  )

/** Sets the focus into the name of a step that was just made, as soon as its editor is there, unless it has gone elsewhere meanwhile. */
export function focusNewStep(stepId: string): void {
  const before = document.activeElement
  // The button of a case without steps goes when it has one.
  const isWanted = () => document.activeElement === (before?.isConnected === true ? before : document.body)
  focusLater(`[data-runs-step="${CSS.escape(stepId)}"] .step-frame-name`, undefined, isWanted)
}

function focusLater(
  selector: string,
  within: (found: HTMLElement) => HTMLElement | undefined = (found) => found,
  isWanted: () => boolean = () => true,
): void {
  const begun = performance.now()
  const look = () => {
    if (!isWanted()) return
    const found = document.querySelector<HTMLElement>(selector)
    const control = found && within(found)
    if (control) {
      control.scrollIntoView({ block: 'center' })
      control.focus()
      if (control instanceof HTMLInputElement) control.select()
    } else if (performance.now() - begun < patience) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
