/** How long a step's editor may take to appear, in milliseconds: a busy machine may need seconds. */
const patience = 15_000

/** Sets the focus into the control of a setting, marked by `data-setting`, as soon as the editor shows it; see {@link focusLater}. */
export const focusSetting = (setting: string): void =>
  focusLater(`[data-setting="${CSS.escape(setting)}"] :is(input, textarea, select):not([disabled])`)

/** Sets the focus into the last text of a step's row, such as what its check number `index` expects, as soon as the editor of the step shows it. */
export const focusRowOf = (stepId: string, index: number): void =>
  focusLater(
    `:is([data-runs-step="${CSS.escape(stepId)}"], [data-nested-step="${CSS.escape(stepId)}"]) .check:nth-of-type(${index + 1}) .check-fields`,
    (fields) =>
      ['input', 'select'].flatMap((kind) => [...fields.querySelectorAll<HTMLElement>(`${kind}:not([disabled])`)].slice(-1))[0],
  )

/** Sets the focus into the URL of a request that was just made, else into the step's name, as soon as its editor is there; see {@link focusNew}. */
export const focusNewStep = (stepId: string): void =>
  focusNew(
    `[data-runs-step="${CSS.escape(stepId)}"] :is(.step-frame:has(.request-url) .request-url input, .step-frame:not(:has(.request-url)) .step-frame-name)`,
  )

/** Adds a row in the tab of a step's editor that is about to be shown, as soon as its button is there. */
export const addRowLater = (stepId: string): void =>
  whenThere(`[data-runs-step="${CSS.escape(stepId)}"] .nested-steps .step-rows-add`, (button) => {
    button.click()
    return true
  })

/** Sets the focus into the first field of what was just made, as soon as it is there; see {@link focusLater}. */
export const focusNew = (selector: string): void => focusLater(selector)

/**
 * Sets the focus as soon as the element is there, unless the user clicks or presses Tab first. Where the focus is doesn't tell: a dialog
 * that closes gives it back a frame later.
 */
function focusLater(selector: string, within: (found: HTMLElement) => HTMLElement | undefined = (found) => found): void {
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  document.addEventListener('pointerdown', () => ended.abort(), options)
  document.addEventListener('keydown', ({ key }) => key === 'Tab' && ended.abort(), options)
  whenThere(
    selector,
    (found) => {
      const control = within(found)
      if (!control) return false
      control.scrollIntoView({ block: 'center' })
      control.focus()
      if (control instanceof HTMLInputElement) control.select()
      return true
    },
    ended,
  )
}

/** Does something with an element as soon as it is there; again in the next frame while `act` is false. Aborts `ended` afterwards. */
function whenThere(selector: string, act: (found: HTMLElement) => boolean, ended = new AbortController()): void {
  const begun = performance.now()
  const look = () => {
    if (ended.signal.aborted) return
    const found = document.querySelector<HTMLElement>(selector)
    if ((found && act(found)) || performance.now() - begun > patience) ended.abort()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
