import { createEffect, createSignal, For, on, onCleanup, Show, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import type { RowLook } from '#workers/run/preview-rows.ts'
import { Notice } from '../../components/Notice.tsx'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { useEditorContext } from '../editor-context.ts'
import { loopTexts } from './texts.ts'

/** Milliseconds of rest before the loop that is being edited is looked at again. */
const restBefore = 300

/** What one row of a loop will send: its variables, and the requests in the loop. `watched` is what it depends on. */
const LoopRowLook: Component<{ step: string; watched: unknown; first: number }> = (props) => {
  const context = useEditorContext()
  const t = loopTexts.look
  const [look, setLook] = createSignal<RowLook>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const wanted = () => Math.max(context.rows?.picked(props.step) ?? props.first, props.first)
  createEffect(
    on([() => props.step, () => props.watched, wanted], () => {
      clearTimeout(timer)
      const mine = ++turn
      const ask = async () => {
        const found = await context.rows?.look(props.step, wanted()).catch((thrown: unknown): RowLook => ({
          values: [],
          requests: [],
          problem: textOf(thrown),
        }))
        if (mine === turn) setLook(found)
      }
      timer = setTimeout(() => void ask(), look() ? restBefore : 0)
    }),
  )
  onCleanup(() => {
    clearTimeout(timer)
    turn++
  })
  return (
    <>
      <NumberField
        label={t.row}
        value={wanted()}
        min={1}
        max={Number.MAX_SAFE_INTEGER}
        reference={false}
        hint={t.alone}
        onChange={(value) => context.rows?.pick(props.step, Number(value))}
      />
      <Show when={look()}>
        {(found) => (
          <>
            <Show when={found().problem}>{(text) => <Notice kind="warning">{text()}</Notice>}</Show>
            <Show when={found().number === undefined && found().problem === undefined}>
              <p class="step-note">{t.none(wanted())}</p>
            </Show>
            <Show when={found().values.length > 0}>
              <dl class="loop-look" aria-label={t.values}>
                <For each={found().values}>
                  {({ name, value }) => (
                    <div>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  )}
                </For>
              </dl>
            </Show>
            <ul class="loop-requests" aria-label={t.requests}>
              <For each={found().requests}>
                {(request) => (
                  <li>
                    <span class="loop-request-name">{request.name}</span>
                    <code>
                      {request.method} {request.url}
                    </code>
                    <Show when={request.body}>{(body) => <pre>{body()}</pre>}</Show>
                  </li>
                )}
              </For>
            </ul>
          </>
        )}
      </Show>
    </>
  )
}

export default LoopRowLook
