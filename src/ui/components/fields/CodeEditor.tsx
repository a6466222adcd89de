import { createSignal, getOwner, onCleanup, onMount, runWithOwner, Show, untrack, type Component } from 'solid-js'
import { useVariables } from '../references/variables.tsx'
import type { CodeEditorProps } from './code-editor-props.ts'
import './CodeEditor.css'

/** How long no key may have been pressed for that someone is no longer typing, in milliseconds. */
const pause = 500

let lastKey = -Infinity
window.addEventListener('keydown', () => (lastKey = performance.now()), { capture: true, passive: true })

/**
 * Resolves when no one types (at once, mostly): for what takes so long that a letter would be seen to wait for it, and its
 * writing too.
 */
async function typingPause(): Promise<void> {
  for (let rest = pause; rest > 0;) {
    rest = lastKey + pause - performance.now()
    // oxlint-disable-next-line no-await-in-loop -- each look comes after the one before it
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
  }
}

/** Texts beyond this stay in the plain textarea: Monaco would freeze on them. */
const limit = 2_000_000
/** Characters of which the textarea costs the page nothing that one feels; more are not written into one that no one sees. */
const short = 20_000

/**
 * A code editor: a plain textarea until Monaco is there, and if it can't load (offline before it was ever fetched). Both have
 * the same name.
 */
export const CodeEditor: Component<CodeEditorProps> = (props) => {
  const owner = getOwner()
  const hints = useVariables()
  const [loaded, setLoaded] = createSignal(false)
  const [isWritten, setWritten] = createSignal(untrack(() => !props.whenSeen || props.value.length <= short))
  let host: HTMLDivElement | undefined
  let plain: HTMLTextAreaElement | undefined
  let gone = false
  onCleanup(() => (gone = true))
  onMount(async () => {
    if (props.waitFor) await props.waitFor
    if (props.whenSeen) await beSeen(host)
    if (props.value.length > limit) return void setWritten(true)
    // To load it and to mount it are two tasks of some hundred milliseconds, in which no key is heard.
    await typingPause()
    const monaco = await import('../monaco/mount.ts').catch(() => undefined)
    await typingPause()
    if (!monaco) setWritten(true)
    if (!monaco || !host || gone) return
    const target = host
    runWithOwner(owner, () => monaco.mountMonaco(target, props, hints, plain))
    setLoaded(true)
  })
  return (
    <div class="code-editor" style={{ height: props.height ?? '240px' }}>
      <div class="code-editor-host" ref={(element) => (host = element)} />
      <Show when={!loaded()}>
        <textarea
          class="code-editor-plain"
          ref={(element) => (plain = element)}
          aria-label={props.label}
          spellcheck={false}
          readOnly={props.readOnly === true || !isWritten()}
          aria-busy={isWritten() ? undefined : true}
          value={isWritten() ? props.value : ''}
          onInput={(event) => props.onInput?.(event.currentTarget.value)}
        />
      </Show>
    </div>
  )
}

/** Resolves when an element is less than a screen away from what can be seen of what it scrolls in. */
const beSeen = (element: HTMLElement | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (!element) return resolve()
    let root = element.parentElement
    while (root && !/auto|scroll/.test(getComputedStyle(root).overflowY)) root = root.parentElement
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { root, rootMargin: '100% 0px' },
    )
    observer.observe(element)
  })
