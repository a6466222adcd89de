import { createEffect, Show, type Component } from 'solid-js'
import { showBeside } from '../overlays/floating.ts'
import { functions, isFunction, type Reference } from './references.ts'
import { typingTexts } from '../fields/typing-texts.ts'
import { useVariables } from './variables.tsx'

/** Explains the reference under the pointer: its scope and value, or that there is none. */
const ReferenceTip: Component<{ at: { reference: Reference; box: DOMRect } | undefined }> = (props) => {
  const hints = useVariables()
  let tip: HTMLDivElement | undefined
  const valueOf = ({ name, closed }: Reference): string => {
    const hint = hints?.().get(name)
    if (hint?.loop !== undefined) return typingTexts.onlyInLoop(hint.loop)
    if (hint) return hint.value || typingTexts.emptyValue
    const builtIn = functions.find((entry) => entry.name === name)
    if (builtIn) return builtIn.value
    if (!closed) return typingTexts.unclosed
    return isFunction(name) || !hints ? '' : typingTexts.unknownVariable
  }
  const about = () => {
    const reference = props.at?.reference
    if (!reference) return undefined
    const { name } = reference
    const scope = hints?.().get(name)?.scope ?? (isFunction(name) ? typingTexts.functionScope : '')
    return { name, scope, value: valueOf(reference) }
  }
  createEffect(() => {
    if (tip && props.at) showBeside(tip, props.at.box)
    else if (tip?.matches(':popover-open')) tip.hidePopover()
  })
  return (
    <div popover="manual" class="reference-input-tip" role="tooltip" ref={(element) => (tip = element)}>
      <Show when={about()}>
        {(shown) => (
          <>
            <code>{shown().name}</code>
            <span class="reference-input-scope">{shown().scope}</span>
            <div class="reference-input-value">{shown().value}</div>
          </>
        )}
      </Show>
    </div>
  )
}
export default ReferenceTip
