import { createMemo, For, Show, type Component } from 'solid-js'
import { useDesigner } from '../designer-context.ts'
import { designTexts } from '../texts.ts'
import type { ViewProps } from './view-props.ts'

const t = designTexts.views

/** The truth of each condition in each test, and which pairs of tests show what each condition does alone. */
const PairsView: Component<ViewProps> = (props) => {
  const designer = useDesigner()
  const conditions = createMemo(() => [...new Set(props.result.tests.flatMap(({ values }) => Object.keys(values)))])
  const outcomes = createMemo(() => [...new Set(props.result.tests.flatMap(({ expected }) => Object.keys(expected ?? {})))])
  const truth = (value: unknown) => (value === true ? 'T' : value === false ? 'F' : '–')
  return (
    <div class="designer-scroll" tabindex="0" role="region" aria-label={t.mcdc}>
      <table class="designer-decisions">
        <thead>
          <tr>
            <th scope="col">{designTexts.tests.number}</th>
            <For each={conditions()}>
              {(name) => (
                <th scope="col">
                  <code>{name}</code>
                </th>
              )}
            </For>
            <For each={outcomes()}>{(name) => <th scope="col">{name}</th>}</For>
          </tr>
        </thead>
        <tbody>
          <For each={props.result.tests}>
            {(test, index) => (
              <tr classList={{ 'designer-tests-chosen': designer.chosen() === index() }} onClick={() => designer.choose(index())}>
                <th scope="row">{index() + 1}</th>
                <For each={conditions()}>
                  {(name) => <td class={`designer-truth-${truth(test.values[name])}`}>{truth(test.values[name])}</td>}
                </For>
                <For each={outcomes()}>
                  {(name) => (
                    <td>
                      <strong>{truth(test.expected?.[name])}</strong>
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
      <Show when={props.result.items.length > 0}>
        <ul class="designer-notes">
          <For each={props.result.items}>
            {({ id, text }) => {
              const by = () => props.result.tests.flatMap(({ covers }, index) => (covers.includes(id) ? [index + 1] : []))
              return (
                <li classList={{ 'designer-missing': by().length === 0 }}>
                  {text}: {by().length === 0 ? designTexts.impossible.title.toLowerCase() : t.shownBy(by())}
                </li>
              )
            }}
          </For>
        </ul>
      </Show>
    </div>
  )
}

export default PairsView
