import { createEffect, createMemo, createSignal, createUniqueId, For, onCleanup, Show, type Component } from 'solid-js'
import { showBeside } from './floating.ts'
import { functions, isFunction, openReference, scanReferences, type Reference } from './references.ts'
import { texts } from './texts.ts'
import { useVariables } from './variables.tsx'
import './ReferenceInput.css'

/** See {@link ReferenceInput}. */
export interface ReferenceInputProps {
  id?: string | undefined
  label: string
  /** The label is not shown elsewhere: it becomes `aria-label`. */
  ownName: boolean
  value: string
  onInput(value: string): void
  onBlur?(): void
  onKeyDown?(event: KeyboardEvent): void
  type?: 'text' | 'password' | undefined
  placeholder?: string | undefined
  readOnly?: boolean | undefined
  multiline?: boolean | undefined
  invalid?: boolean | undefined
  describedBy?: string | undefined
  /** Offers and marks `${…}`. */
  variables: boolean
  /** Return true to keep the pasted text out of the field. */
  onPaste?: ((text: string) => boolean) | undefined
  list?: string | undefined
  /** Whole values that are usual here: offered while what is typed is part of one. Only with `variables`. */
  usual?: readonly string[] | undefined
}

/** 1 if `one` begins with `text`, in whatever case. */
const starting = (one: string, text: string): number => Number(one.toLowerCase().startsWith(text))

type Control = HTMLInputElement | HTMLTextAreaElement

/** The bare control of a text field: native input or textarea, with `${…}` marked behind it, completed and explained. */
export const ReferenceInput: Component<ReferenceInputProps> = (props) => {
  const hints = useVariables()
  const listId = createUniqueId()
  let control: Control | undefined
  let mirror: HTMLDivElement | undefined
  let list: HTMLDivElement | undefined
  let tip: HTMLDivElement | undefined
  const [text, setText] = createSignal(props.value)
  const [offer, setOffer] = createSignal<{ name: string; insert?: string; scope?: string; value?: string }[]>([])
  const [active, setActive] = createSignal(0)
  /** The arrows were used: Tab then takes what they chose. */
  let arrows = false
  const [hovered, setHovered] = createSignal<Reference>()

  const shown = createMemo(() => {
    setText(props.value)
    return props.value
  })
  const references = createMemo(() => (props.variables && props.type !== 'password' ? (shown(), scanReferences(text())) : []))
  const known = (reference: Reference) =>
    reference.closed && (!hints || hints().has(reference.name) || isFunction(reference.name))
  const unknown = createMemo(() => references().filter((reference) => !known(reference)))
  const parts = createMemo(() => {
    const out: { text: string; reference?: Reference }[] = []
    let at = 0
    for (const reference of references()) {
      out.push({ text: text().slice(at, reference.start) }, { text: text().slice(reference.start, reference.end), reference })
      at = reference.end
    }
    out.push({ text: text().slice(at) + (props.multiline ? '\n' : '') })
    return out
  })

  const close = () => {
    setOffer([])
    if (list?.matches(':popover-open')) list.hidePopover()
  }
  const usualFor = (typed: string, always: boolean) => {
    const text = typed.toLowerCase()
    if (text === '' && !always) return []
    const fitting = props.usual?.filter((one) => one.toLowerCase().includes(text)) ?? []
    // Nothing may lie over the page when there is nothing to complete.
    if (fitting.some((one) => one.toLowerCase() === text)) return []
    return fitting.toSorted((a, b) => starting(b, text) - starting(a, text)).map((name) => ({ name }))
  }
  const suggest = (always = false) => {
    if (!control || !props.variables || props.readOnly) return
    const open = openReference(control.value, control.selectionStart ?? 0)
    const whole = open ? [] : usualFor(control.value, always)
    if (!open && !always && whole.length === 0) return close()
    const typed = (open?.typed ?? '').toLowerCase()
    const candidates = [
      ...[...(hints?.().values() ?? [])].map((hint) => ({ ...hint, insert: hint.name })),
      ...functions.map((entry) => ({ ...entry, scope: texts.functionScope })),
    ]
    const starts = candidates.filter((candidate) => candidate.name.toLowerCase().startsWith(typed))
    const holds = candidates.filter(
      (candidate) => typed.length > 1 && !starts.includes(candidate) && candidate.name.toLowerCase().includes(typed),
    )
    setOffer([...whole, ...(open || always ? [...starts, ...holds] : [])].slice(0, 60))
    setActive(0)
    arrows = false
    if (offer().length === 0 || !list) return close()
    const box = control.getBoundingClientRect()
    showBeside(list, box, Math.min(box.width, 360))
  }
  // While the list is open it stays beside its field, whatever moves that: scrolling, or a notice that appears above it.
  const open = createMemo(() => offer().length > 0)
  createEffect(() => {
    if (!open()) return
    let top = control?.getBoundingClientRect().top
    const follow = () => {
      const box = control?.getBoundingClientRect()
      if (box && list && box.top !== top) showBeside(list, box, Math.min(box.width, 360))
      top = box?.top
      frame = requestAnimationFrame(follow)
    }
    let frame = requestAnimationFrame(follow)
    onCleanup(() => cancelAnimationFrame(frame))
  })
  const accept = (index: number) => {
    const chosen = offer()[index]
    if (!chosen || !control) return
    const caret = control.selectionStart ?? control.value.length
    const start = openReference(control.value, caret)?.start ?? caret
    const closing = control.value[caret] === '}' ? 1 : 0
    if (chosen.insert === undefined) control.setRangeText(chosen.name, 0, control.value.length, 'end')
    else control.setRangeText(`\${${chosen.insert}}`, start, caret + closing, 'end')
    close()
    input()
  }
  const input = () => {
    if (!control) return
    setText(control.value)
    leave()
    props.onInput(control.value)
    follow()
  }
  const follow = () => {
    if (!mirror || !control) return
    mirror.scrollLeft = control.scrollLeft
    mirror.scrollTop = control.scrollTop
  }
  const keyDown = (event: KeyboardEvent) => {
    if (offer().length > 0) {
      const last = offer().length - 1
      const move = { ArrowDown: active() === last ? 0 : active() + 1, ArrowUp: active() === 0 ? last : active() - 1 }[event.key]
      if (move !== undefined) {
        setActive(move)
        arrows = true
      } else if (event.key === 'Enter' || (event.key === 'Tab' && (arrows || offer()[0]?.insert !== undefined))) accept(active())
      else if (event.key === 'Escape') close()
      else return props.onKeyDown?.(event)
      list?.children[active()]?.scrollIntoView({ block: 'nearest' })
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === ' ' && event.ctrlKey) {
      suggest(true)
      event.preventDefault()
      return
    }
    props.onKeyDown?.(event)
  }
  const hover = (event: MouseEvent) => {
    const spans = mirror?.querySelectorAll<HTMLElement>('[data-at]') ?? []
    for (const span of spans) {
      for (const box of span.getClientRects()) {
        if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom)
          continue
        const reference = references().find((one) => String(one.start) === span.dataset['at'])
        setHovered(reference)
        if (tip && reference) showBeside(tip, box)
        return
      }
    }
    leave()
  }
  const leave = () => {
    if (tip?.matches(':popover-open')) tip.hidePopover()
  }
  const explain = () => {
    const reference = hovered()
    if (!reference) return undefined
    const hint = hints?.().get(reference.name)
    const builtIn = functions.find((entry) => entry.name === reference.name)
    return {
      name: reference.name,
      scope: hint?.scope ?? (isFunction(reference.name) ? texts.functionScope : ''),
      value: hint
        ? hint.value || texts.emptyValue
        : (builtIn?.value ??
          (reference.closed ? (isFunction(reference.name) || !hints ? '' : texts.unknownVariable) : texts.unclosed)),
    }
  }

  const shared = () => ({
    id: props.id,
    'aria-label': props.ownName ? props.label : undefined,
    'aria-describedby':
      [props.describedBy, unknown().length > 0 ? `${listId}-unknown` : undefined].filter(Boolean).join(' ') || undefined,
    'aria-invalid': props.invalid ? true : undefined,
    'aria-autocomplete': props.variables ? ('list' as const) : undefined,
    'aria-controls': offer().length > 0 ? listId : undefined,
    'aria-activedescendant': offer().length > 0 ? `${listId}-${active()}` : undefined,
    placeholder: props.placeholder,
    readOnly: props.readOnly,
    spellcheck: false,
    autocomplete: 'off',
    onBlur: () => {
      close()
      leave()
      props.onBlur?.()
    },
    onKeyDown: keyDown,
    onScroll: follow,
    onMouseMove: hover,
    onMouseLeave: leave,
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData('text/plain')
      if (pasted && props.onPaste?.(pasted)) event.preventDefault()
    },
    onInput: () => {
      input()
      suggest()
    },
  })

  return (
    <div
      class="reference-input"
      classList={{ 'reference-input-marked': references().length > 0, 'reference-input-multiline': props.multiline ?? false }}
    >
      <Show when={references().length > 0}>
        <div class="reference-input-mirror" aria-hidden="true" ref={(element) => ((mirror = element), queueMicrotask(follow))}>
          <For each={parts()}>
            {(part) => (
              <Show when={part.reference} fallback={part.text}>
                {(reference) => (
                  <span
                    data-at={reference().start}
                    class="reference-input-variable"
                    classList={{ 'reference-input-unknown': !known(reference()) }}
                  >
                    {part.text}
                  </span>
                )}
              </Show>
            )}
          </For>
        </div>
      </Show>
      <Show
        when={props.multiline}
        fallback={
          <input
            class="reference-input-control"
            type={props.type ?? 'text'}
            list={props.list}
            ref={(element) => (control = element)}
            value={shown()}
            {...shared()}
          />
        }
      >
        <textarea class="reference-input-control" rows={3} ref={(element) => (control = element)} value={shown()} {...shared()} />
      </Show>
      <Show when={unknown().length > 0}>
        <span class="visually-hidden" id={`${listId}-unknown`}>
          {texts.unknownVariables(unknown().map((reference) => reference.name))}
        </span>
      </Show>
      <Show when={props.variables}>
        <div
          popover="manual"
          class="reference-input-list"
          role="listbox"
          id={listId}
          aria-label={offer().some(({ insert }) => insert === undefined) ? texts.usual : texts.completions}
          ref={(element) => (list = element)}
        >
          <For each={offer()}>
            {(entry, index) => (
              <div
                class="reference-input-option"
                role="option"
                id={`${listId}-${index()}`}
                aria-selected={index() === active()}
                onPointerDown={(event) => {
                  event.preventDefault()
                  accept(index())
                }}
              >
                <code>{entry.name}</code>
                <span class="reference-input-scope">{entry.scope}</span>
                <span class="reference-input-value">{entry.value}</span>
              </div>
            )}
          </For>
        </div>
        <div popover="manual" class="reference-input-tip" role="tooltip" ref={(element) => (tip = element)}>
          <Show when={explain()}>
            {(about) => (
              <>
                <code>{about().name}</code>
                <span class="reference-input-scope">{about().scope}</span>
                <div class="reference-input-value">{about().value}</div>
              </>
            )}
          </Show>
        </div>
      </Show>
    </div>
  )
}
