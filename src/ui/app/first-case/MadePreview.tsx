import { For, Show, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { FirstCase } from '#engine/importers/first-case/first-case.ts'
import { summaryOf, summaryText } from '../../project/step-list/step-summary.ts'
import { viewOf } from '../../steps/index.ts'
import { TextField } from '../../components/fields/TextField.tsx'
import { firstCaseTexts as t } from './texts.ts'

/** The project as it would be made, while the questions are answered: its variables, and the steps of its case. */
export const MadePreview: Component<{
  made: FirstCase
  address: string
  name: string
  suggested: string
  onName(name: string): void
}> = (props) => {
  const one = () => props.made.project.suites[0]?.cases[0]
  const environment = () => props.made.project.environments[0]
  return (
    <aside class="first-case-made" aria-label={t.made}>
      <div class="first-case-made-inner">
        <h3>{t.made}</h3>
        <Show when={props.address.trim() !== ''} fallback={<p class="first-case-nothing">{t.nothing}</p>}>
          <div class="first-case-made-name">
            <TextField
              label={t.project}
              variables={false}
              value={props.name}
              placeholder={props.suggested}
              onInput={props.onName}
            />
          </div>
          <p class="first-case-made-part">
            {t.environment} {environment()?.name}
          </p>
          <dl class="first-case-variables">
            <For each={environment()?.variables}>
              {({ name, value }) => (
                <>
                  <dt>{name}</dt>
                  <dd>{typeof value === 'object' ? '••••••' : value}</dd>
                </>
              )}
            </For>
          </dl>
          <p class="first-case-made-part">{one()?.name}</p>
          <ol class="first-case-steps">
            <For each={one()?.steps}>
              {(step) => (
                <li>
                  <Dynamic component={viewOf(step.kind).icon} aria-hidden="true" />
                  <span>
                    <strong>{step.name}</strong>
                    <small>{summaryText(summaryOf(step))}</small>
                  </span>
                </li>
              )}
            </For>
          </ol>
          <p class="first-case-nothing">{t.madeText}</p>
        </Show>
      </div>
    </aside>
  )
}
