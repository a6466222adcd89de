import { createMemo, createSignal, createUniqueId, lazy, Show, Suspense, type Component } from 'solid-js'
import type { Completion, TextControl } from './Completion.tsx'
import { markAt, ReferenceMarks } from './ReferenceMarks.tsx'
import { isFunction, scanReferences } from './references.ts'
import { componentTexts as texts } from '../texts.ts'
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
  /** Whole values that are usual here: offered while what is typed is part of one. */
  usual?: readonly string[] | undefined
}

/** Loaded with the first field that has the focus. */
const CompletionList = lazy(() => import('./Completion.tsx'))

const ReferenceTip = lazy(() => import('./ReferenceTip.tsx'))

/** With more of them a text is shown plain: each mark is an element of the page. */
const mostMarks = 500

/** The bare control of a text field: native input or textarea, with `${…}` marked behind it, completed and explained. */
export const ReferenceInput: Component<ReferenceInputProps> = (props) => {
  const hints = useVariables()
  const unknownId = createUniqueId()
  let control: TextControl | undefined
  let marks: HTMLElement | undefined
  /** What is in the control: the value that was given, or what was typed since. */
  const [text, setText] = createSignal(props.value)
  const given = createMemo(() => {
    setText(props.value)
    return props.value
  })
  const found = createMemo(() =>
    props.variables && props.type !== 'password' ? (given(), scanReferences(text(), mostMarks + 1)) : [],
  )
  const tooMany = () => found().length > mostMarks
  const references = createMemo(() => (tooMany() ? [] : found()))
  const loopOf = (name: string) => hints?.().get(name)?.loop
  const unknown = createMemo(() =>
    references().filter(
      ({ closed, name }) =>
        !closed || (hints !== undefined && !isFunction(name) && (!hints().has(name) || loopOf(name) !== undefined)),
    ),
  )
  const described = () => {
    const names = unknown().map(({ name }) => name)
    const nowhere = names.filter((name) => loopOf(name) === undefined)
    const ofLoops = names.flatMap((name) => texts.loopVariable(name, loopOf(name)))
    return [...(nowhere.length > 0 ? [texts.unknownVariables(nowhere)] : []), ...ofLoops].join('. ')
  }
  const [pointed, setPointed] = createSignal<ReturnType<typeof markAt>>()
  const isExplained = createMemo((before: boolean) => before || pointed() !== undefined, false)
  const [isUsed, setUsed] = createSignal(false)
  const [completion, setCompletion] = createSignal<Completion>()
  /** What was typed before completion was there. */
  let typed = false
  const completed = {
    control: () => control,
    enabled: () => (props.variables || props.usual !== undefined) && !props.readOnly,
    variables: () => props.variables,
    usual: () => props.usual,
    onAccept: () => input(),
  }
  const ready = (loaded: Completion) => {
    setCompletion(loaded)
    if (typed && document.activeElement === control) loaded.suggest()
  }

  const input = () => {
    if (!control) return
    setText(control.value)
    setPointed(undefined)
    props.onInput(control.value)
    follow()
  }
  const follow = () => {
    if (!marks || !control) return
    marks.scrollLeft = control.scrollLeft
    marks.scrollTop = control.scrollTop
  }
  const offering = () => {
    const loaded = completion()
    return loaded && loaded.offers().length > 0 ? loaded : undefined
  }
  const shared = () => ({
    id: props.id,
    'aria-label': props.ownName ? props.label : undefined,
    'aria-describedby': [props.describedBy, unknown().length > 0 ? unknownId : undefined].filter(Boolean).join(' ') || undefined,
    'aria-invalid': props.invalid ? true : undefined,
    'aria-autocomplete': props.variables || props.usual ? ('list' as const) : undefined,
    'aria-controls': offering()?.listId,
    'aria-activedescendant': offering() && `${offering()?.listId}-${offering()?.active()}`,
    placeholder: props.placeholder,
    readOnly: props.readOnly,
    spellcheck: false,
    autocomplete: 'off',
    onFocus: () => setUsed(true),
    onBlur: () => {
      typed = false
      completion()?.close()
      setPointed(undefined)
      props.onBlur?.()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!completion()?.keyDown(event)) props.onKeyDown?.(event)
    },
    onScroll: follow,
    onMouseMove: (event: MouseEvent) => setPointed(markAt(marks, references(), event)),
    onMouseLeave: () => setPointed(undefined),
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData('text/plain')
      if (pasted && props.onPaste?.(pasted)) event.preventDefault()
    },
    onInput: () => {
      input()
      typed = true
      completion()?.suggest()
    },
  })

  return (
    <div
      class="reference-input"
      classList={{ 'reference-input-marked': references().length > 0, 'reference-input-multiline': props.multiline ?? false }}
    >
      <Show when={references().length > 0}>
        <ReferenceMarks
          text={text()}
          references={references()}
          unknown={unknown()}
          multiline={props.multiline ?? false}
          ref={(element) => ((marks = element), queueMicrotask(follow))}
        />
      </Show>
      <Show
        when={props.multiline}
        fallback={
          <input
            class="reference-input-control"
            type={props.type ?? 'text'}
            list={props.list}
            ref={(element) => (control = element)}
            value={given()}
            {...shared()}
          />
        }
      >
        <textarea class="reference-input-control" rows={3} ref={(element) => (control = element)} value={given()} {...shared()} />
      </Show>
      <Show when={unknown().length > 0}>
        <span class="visually-hidden" id={unknownId}>
          {described()}
        </span>
      </Show>
      <Show when={tooMany()}>
        <span class="reference-input-note">{texts.tooManyReferences(mostMarks)}</span>
      </Show>
      <Show when={props.variables || props.usual}>
        <Show when={isUsed()}>
          <Suspense>
            <CompletionList field={completed} onReady={ready} />
          </Suspense>
        </Show>
        <Show when={isExplained()}>
          <Suspense>
            <ReferenceTip at={pointed()} />
          </Suspense>
        </Show>
      </Show>
    </div>
  )
}
