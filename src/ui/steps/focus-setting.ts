/** How long a step's editor may take to come up. */
const patience = 3_000

/** Sets the focus into the control of a setting, marked by `data-setting`, as soon as the editor shows it; gives up after three seconds. */
export const focusSetting = (setting: string): void =>
  focusLater(`[data-setting="${CSS.escape(setting)}"] :is(input, textarea, select):not([disabled])`)

/** Sets the focus into the last text of a step's row, such as what its check number `index` expects, as soon as the editor of the step shows it. */
export const focusRowOf = (stepId: string, index: number): void =>
  focusLater(
    `:is([data-runs-step="${CSS.escape(stepId)}"], [data-nested-step="${CSS.escape(stepId)}"]) .check:nth-of-type(${index + 1}) .check-fields`,
    (fields) =>
      ['input', 'select'].flatMap((kind) => [...fields.querySelectorAll<HTMLElement>(`${kind}:not([disabled])`)].slice(-1))[0],
  )

/** Sets the focus into the name of a step that was just made, as soon as its editor is there; see {@link focusNew}. */
export const focusNewStep = (stepId: string): void => focusNew(`[data-runs-step="${CSS.escape(stepId)}"] .step-frame-name`)

/**
 * Sets the focus into the first field of what was just made, as soon as it is there, unless someone has gone elsewhere
 * meanwhile.
 */
export function focusNew(selector: string): void {
  const before = document.activeElement
  // The button of an empty list goes when it has an entry.
  focusLater(selector, undefined, () => document.activeElement === (before?.isConnected === true ? before : document.body))
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
