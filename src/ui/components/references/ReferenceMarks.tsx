import { createMemo, For, Show, type Component } from 'solid-js'
import type { Reference } from './references.ts'

/** See {@link ReferenceMarks}. */
export interface ReferenceMarksProps {
  text: string
  /** Those of the text, left to right. */
  references: readonly Reference[]
  /** Which of them name nothing that is known. */
  unknown: readonly Reference[]
  multiline: boolean
  ref(element: HTMLElement): void
}

/** The text of a field again, behind it, with its `${…}` marked. */
export const ReferenceMarks: Component<ReferenceMarksProps> = (props) => {
  const parts = createMemo(() => {
    const out: { text: string; reference?: Reference }[] = []
    let at = 0
    for (const reference of props.references) {
      out.push({ text: props.text.slice(at, reference.start) })
      out.push({ text: props.text.slice(reference.start, reference.end), reference })
      at = reference.end
    }
    out.push({ text: props.text.slice(at) + (props.multiline ? '\n' : '') })
    return out
  })
  const unknown = createMemo(() => new Set(props.unknown))
  return (
    <div class="reference-input-mirror" aria-hidden="true" ref={props.ref}>
      <For each={parts()}>
        {(part) => (
          <Show when={part.reference} fallback={part.text}>
            {(reference) => (
              <span
                data-at={reference().start}
                class="reference-input-variable"
                classList={{ 'reference-input-unknown': unknown().has(reference()) }}
              >
                {part.text}
              </span>
            )}
          </Show>
        )}
      </For>
    </div>
  )
}

/** The reference whose mark is at a point of the window, and where that mark is. */
export function markAt(
  marks: HTMLElement | undefined,
  references: readonly Reference[],
  { clientX, clientY }: { clientX: number; clientY: number },
): { reference: Reference; box: DOMRect } | undefined {
  for (const mark of marks?.querySelectorAll<HTMLElement>('[data-at]') ?? [])
    for (const box of mark.getClientRects()) {
      if (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) continue
      const reference = references.find((one) => String(one.start) === mark.dataset['at'])
      return reference && { reference, box }
    }
  return undefined
}
