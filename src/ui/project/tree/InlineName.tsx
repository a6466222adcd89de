import { onMount, type Component } from 'solid-js'
import './InlineName.css'

/** A name that is changed where it is: Enter and leaving keep it, Escape does not. */
export const InlineName: Component<{ label: string; value: string; onDone(name: string | undefined): void }> = (props) => {
  let field: HTMLInputElement | undefined
  let finished = false
  const done = (name: string | undefined) => {
    if (finished) return
    finished = true
    const home = field?.closest<HTMLElement>('[role=treeitem], [role=option]')
    props.onDone(name)
    queueMicrotask(() => {
      if (document.activeElement === document.body) home?.focus()
    })
  }
  onMount(() => {
    // The row is drawn first, else the focus would go to a detached element.
    queueMicrotask(() => {
      field?.focus()
      field?.select()
    })
  })
  return (
    <input
      ref={(element) => (field = element)}
      class="inline-name"
      aria-label={props.label}
      value={props.value}
      spellcheck={false}
      autocomplete="off"
      data-own-undo
      on:click={(event) => event.stopPropagation()}
      on:dblclick={(event) => event.stopPropagation()}
      on:keydown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') done(event.currentTarget.value)
        else if (event.key === 'Escape') done(undefined)
      }}
      onBlur={(event) => done(event.currentTarget.value)}
    />
  )
}
