import { createMemo, For, Show, type Component } from 'solid-js'
import { anyModel } from '../editors/any-model.ts'
import { designTexts } from '../texts.ts'
import type { ViewProps } from './view-props.ts'
import { marksOf } from './rule-marks.ts'

const t = designTexts.views

/** The decision table as it is usually drawn, a column for each rule; what is wrong with a rule is at its head. */
const DecisionTableView: Component<ViewProps> = (props) => {
  const model = () => anyModel(props.design)
  const rules = () => model().rules ?? []
  const marks = createMemo(() => marksOf(props.result.notes))
  const wrongs = { contradiction: t.contradiction, redundant: t.redundant, impossible: t.impossibleRule }
  return (
    <div class="designer-scroll" tabindex="0" role="region" aria-label={t.table}>
      <table class="designer-decisions">
        <thead>
          <tr>
            <td />
            <For each={rules()}>
              {(_, index) => (
                <th scope="col" classList={{ 'designer-marked': marks().has(index() + 1) }}>
                  {t.rule(index() + 1)}
                  <Show when={marks().get(index() + 1)}>{(mark) => <span class="designer-mark">{wrongs[mark()]}</span>}</Show>
                </th>
              )}
            </For>
            <Show when={model().else}>
              <th scope="col">{designTexts.decisionTable.else}</th>
            </Show>
          </tr>
        </thead>
        <tbody>
          <For each={model().conditions ?? []}>
            {({ name }) => (
              <tr>
                <th scope="row">{name}</th>
                <For each={rules()}>
                  {({ when }, index) => (
                    <td classList={{ 'designer-marked': marks().has(index() + 1) }}>
                      {Object.hasOwn(when, name) ? String(when[name]) : designTexts.decisionTable.any}
                    </td>
                  )}
                </For>
                <Show when={model().else}>
                  <td>{designTexts.decisionTable.any}</td>
                </Show>
              </tr>
            )}
          </For>
          <For each={model().actions ?? []}>
            {(name, at) => (
              <tr classList={{ 'designer-first-action': at() === 0 }}>
                <th scope="row">{name}</th>
                <For each={rules()}>
                  {({ then: done }, index) => (
                    <td classList={{ 'designer-marked': marks().has(index() + 1) }}>
                      <strong>{Object.hasOwn(done, name) ? String(done[name]) : ''}</strong>
                    </td>
                  )}
                </For>
                <Show when={model().else}>
                  {(otherwise) => (
                    <td>
                      <strong>{Object.hasOwn(otherwise(), name) ? String(otherwise()[name]) : ''}</strong>
                    </td>
                  )}
                </Show>
              </tr>
            )}
          </For>
        </tbody>
      </table>
      <ul class="designer-notes">
        <For each={props.result.notes}>{(note) => <li>{note}</li>}</For>
      </ul>
    </div>
  )
}

export default DecisionTableView
