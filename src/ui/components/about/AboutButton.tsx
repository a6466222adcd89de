import { createSignal, Show, type Component } from 'solid-js'
import CircleQuestionMark from 'lucide-solid/icons/circle-question-mark'
import type { AboutField } from './about-field.ts'
import { showBeside } from '../overlays/floating.ts'
import { IconButton } from '../IconButton.tsx'
import { StandardReferences } from './StandardReferences.tsx'
import { componentTexts as texts } from '../texts.ts'
import './AboutButton.css'

/** Explains a field in a popover that a press beside it closes. */
const AboutButton: Component<{ about: AboutField }> = (props) => {
  const [open, setOpen] = createSignal(false)
  let note: HTMLDivElement | undefined
  return (
    <>
      <IconButton
        class="about-button"
        label={texts.whatIsThis}
        icon={CircleQuestionMark}
        aria-expanded={open()}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          setOpen(true)
          if (note) showBeside(note, box)
        }}
      />
      <Show when={open()}>
        <div
          popover="auto"
          class="about-note"
          role="note"
          ref={(element) => (note = element)}
          on:toggle={(event: ToggleEvent) => event.newState === 'closed' && setOpen(false)}
        >
          {props.about.text} <StandardReferences text={props.about.reference} />
        </div>
      </Show>
    </>
  )
}
export default AboutButton
