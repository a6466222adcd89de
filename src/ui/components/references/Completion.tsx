import { createEffect, createMemo, createSignal, createUniqueId, For, onCleanup, onMount, type Component } from 'solid-js'
import { completions, type Offer } from './completions.ts'
import { showBeside } from '../overlays/floating.ts'
import { openReference } from './references.ts'
import { typingTexts } from '../fields/typing-texts.ts'
import { componentTexts as texts } from '../texts.ts'
import { useVariables } from './variables.tsx'

/** A native field that is completed. */
export type TextControl = HTMLInputElement | HTMLTextAreaElement

/** What completion needs of its field. */
export interface CompletedField {
  control(): TextControl | undefined
  /** False: nothing is offered. */
  enabled(): boolean
  /** `${…}` is offered too. */
  variables(): boolean
  /** Whole values that are usual here. */
  usual(): readonly string[] | undefined
  /** What was chosen is in the control. */
  onAccept(): void
}

/** What a field knows about its completion. */
export interface Completion {
  listId: string
  offers(): readonly Offer[]
  active(): number
  /** To be given the list's element. */
  attach(list: HTMLElement): void
  /** Offers what fits; `always`: also where nothing was started. */
  suggest(always?: boolean): void
  close(): void
  accept(index: number): void
  /** True if the key was one of completion's own. */
  keyDown(event: KeyboardEvent): boolean
}

/** Completion of `${…}` and of usual values in a field: what is offered, its keys, and where its list is. */
function createCompletion(field: CompletedField): Completion {
  const hints = useVariables()
  const [offers, setOffers] = createSignal<readonly Offer[]>([])
  const [active, setActive] = createSignal(0)
  /** The arrows were used: Tab then takes what they chose. */
  let arrows = false
  let list: HTMLElement | undefined

  const show = (box: DOMRect) => list && showBeside(list, box, Math.min(box.width, 360))
  const close = () => {
    setOffers([])
    if (list?.matches(':popover-open')) list.hidePopover()
  }
  const suggest = (always = false) => {
    const control = field.control()
    if (!control || !field.enabled()) return
    const { value, selectionStart } = control
    const known = { hints: hints?.().values() ?? [], usual: field.usual() ?? [], references: field.variables() }
    setOffers(completions({ value, caret: selectionStart ?? 0 }, known, always))
    setActive(0)
    arrows = false
    if (offers().length === 0) close()
    else show(control.getBoundingClientRect())
  }
  // While the list is open it stays next to its field, whatever moves that: scrolling, or a notice that appears above it.
  const open = createMemo(() => offers().length > 0)
  createEffect(() => {
    if (!open()) return
    let top = field.control()?.getBoundingClientRect().top
    const follow = () => {
      const box = field.control()?.getBoundingClientRect()
      if (box && box.top !== top) show(box)
      top = box?.top
      frame = requestAnimationFrame(follow)
    }
    let frame = requestAnimationFrame(follow)
    onCleanup(() => cancelAnimationFrame(frame))
  })
  const accept = (index: number) => {
    const chosen = offers()[index]
    const control = field.control()
    if (!chosen || !control) return
    const caret = control.selectionStart ?? control.value.length
    const start = openReference(control.value, caret)?.start ?? caret
    const closing = control.value[caret] === '}' ? 1 : 0
    if (chosen.insert === undefined) control.setRangeText(chosen.name, 0, control.value.length, 'end')
    else control.setRangeText(`\${${chosen.insert}}`, start, caret + closing, 'end')
    close()
    field.onAccept()
  }
  const openKey = ({ key }: KeyboardEvent): boolean => {
    const last = offers().length - 1
    const move = { ArrowDown: active() === last ? 0 : active() + 1, ArrowUp: active() === 0 ? last : active() - 1 }[key]
    if (move !== undefined) {
      setActive(move)
      arrows = true
    } else if (key === 'Enter' || (key === 'Tab' && (arrows || offers()[0]?.insert !== undefined))) accept(active())
    else if (key === 'Escape') close()
    else return false
    list?.children[active()]?.scrollIntoView({ block: 'nearest' })
    return true
  }
  return {
    listId: createUniqueId(),
    offers,
    active,
    attach: (element) => (list = element),
    suggest,
    close,
    accept,
    keyDown(event) {
      if (open()) {
        if (!openKey(event)) return false
        event.stopPropagation()
      } else if (event.key === ' ' && event.ctrlKey) suggest(true)
      else return false
      event.preventDefault()
      return true
    },
  }
}

/** Completes a field, and is the list of what is offered; the focus stays in the field. `onReady` gets what the field has to tell. */
const CompletionList: Component<{ field: CompletedField; onReady(completion: Completion): void }> = (props) => {
  const completion = createCompletion(props.field)
  onMount(() => props.onReady(completion))
  return (
    <div
      popover="manual"
      class="reference-input-list"
      role="listbox"
      id={completion.listId}
      aria-label={completion.offers().some(({ insert }) => insert === undefined) ? texts.usual : typingTexts.completions}
      ref={completion.attach}
    >
      <For each={completion.offers()}>
        {(offer, index) => (
          <div
            class="reference-input-option"
            role="option"
            id={`${completion.listId}-${index()}`}
            aria-selected={index() === completion.active()}
            onPointerDown={(event) => {
              event.preventDefault()
              completion.accept(index())
            }}
          >
            <code>{offer.name}</code>
            <span class="reference-input-scope">{offer.scope}</span>
            <span class="reference-input-value">{offer.value}</span>
          </div>
        )}
      </For>
    </div>
  )
}
export default CompletionList
