import { createMemo, For, Show, type Component } from 'solid-js'
import { adviceFor } from '#engine/oauth/advice.ts'
import { applyChange } from '#engine/oauth/diagnosis/apply-change.ts'
import { Button } from '../../../components/Button.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { StandardReferences } from '../../../components/about/StandardReferences.tsx'
import type { PartProps } from '../part-props.ts'
import { oauthTexts as texts } from '../texts.ts'
import './AdviceSection.css'

/** What RFC 9700 and OAuth 2.1 say about these settings: a folded list, and nothing if they say nothing. */
export const AdviceSection: Component<PartProps> = (props) => {
  const advice = createMemo(() => adviceFor(props.step))
  return (
    <Show when={advice().length > 0}>
      <Section title={texts.advice(advice().length)} group={texts.titles.advice} collapsed>
        <ul class="advice">
          <For each={advice()}>
            {({ title, text, reference, fix }) => (
              <li>
                <strong>{title}</strong>
                <p>
                  {text} <StandardReferences text={reference} />
                </p>
                <Show when={props.readOnly ? undefined : fix}>
                  {(known) => (
                    <Button
                      small
                      onClick={() =>
                        props.edit(
                          texts.adviceEdit(known().label),
                          (draft) => void Object.assign(draft, applyChange(draft, known().change)),
                        )
                      }
                    >
                      {known().label}
                    </Button>
                  )}
                </Show>
              </li>
            )}
          </For>
        </ul>
      </Section>
    </Show>
  )
}
