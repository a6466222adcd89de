import { createSignal, createUniqueId, Show, type Component, type JSX } from 'solid-js'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import './Section.css'

/** See {@link Section}. */
export interface SectionProps {
  title: string
  children: JSX.Element
  /** Makes it a `group` of this name. */
  group?: string | undefined
  /** Can be folded; `true`: folded at first. */
  collapsed?: boolean | undefined
  /** It contains only the control that adds the first item: it takes one line. */
  line?: boolean | undefined
  /** Stands right of the title. */
  actions?: JSX.Element
}

/** A part of an editor: hairline, title, fields below each other. */
export const Section: Component<SectionProps> = (props) => {
  const id = createUniqueId()
  const [open, setOpen] = createSignal(props.collapsed !== true)
  return (
    <section
      class="section"
      classList={{ 'section-line': props.line ?? false }}
      role={props.group ? 'group' : 'presentation'}
      aria-label={props.group}
    >
      <header class="section-head">
        <Show when={props.collapsed !== undefined} fallback={<h3>{props.title}</h3>}>
          <h3>
            <button
              type="button"
              class="section-toggle"
              aria-expanded={open()}
              aria-controls={id}
              onClick={() => setOpen(!open())}
            >
              <ChevronRight aria-hidden="true" />
              {props.title}
            </button>
          </h3>
        </Show>
        <Show when={props.actions}>
          <div class="section-actions">{props.actions}</div>
        </Show>
      </header>
      <div class="section-body" id={id} hidden={!open()}>
        {props.children}
      </div>
    </section>
  )
}
