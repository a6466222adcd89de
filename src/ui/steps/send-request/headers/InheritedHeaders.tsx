import { For, Show, type Component } from 'solid-js'
import { headerKey, type InheritedHeader } from '#engine/project/inherited-headers.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { Button } from '../../../components/Button.tsx'
import { InheritedLink } from './InheritedLink.tsx'
import { inheritedTexts as t } from './inherited-texts.ts'
import './inherited.css'

type Headers = SendRequestStep['headers']

/** The headers that something inherits, each to be omitted or overridden by a press; nothing where there are none. */
export const InheritedHeaders: Component<{
  headers: Headers
  offered: readonly InheritedHeader[]
  readOnly: boolean
  edit(label: string, recipe: (draft: Headers) => void): void
  onOpen(level: InheritedHeader['from']['level']): void
}> = (props) => {
  const own = (row: InheritedHeader) => props.headers.filter((one) => headerKey(one) === headerKey(row))
  const isSent = (row: InheritedHeader) => own(row).length === 0
  const add = (row: InheritedHeader, disabled: boolean) =>
    props.edit(disabled ? t.edits.leaveOut(row.name) : t.edits.override(row.name), (draft) => {
      const all = props.offered.filter((one) => headerKey(one) === headerKey(row))
      for (const { name, value } of disabled ? [{ ...row, value: '' }] : all) draft.push({ name, value, disabled })
    })
  const inherit = (row: InheritedHeader) =>
    props.edit(t.edits.inherit(row.name), (draft) => {
      for (let index = draft.length - 1; index >= 0; index--) {
        const one = draft[index]
        if (one && headerKey(one) === headerKey(row)) draft.splice(index, 1)
      }
    })
  const Action: Component<{ text: string; row: InheritedHeader; onClick(): void }> = (action) => (
    <Button
      kind="ghost"
      small
      disabled={props.readOnly}
      aria-label={t.action(action.text, action.row.name)}
      onClick={() => action.onClick()}
    >
      {action.text}
    </Button>
  )
  return (
    <Show when={props.offered.length > 0}>
      <ul class="inherited-list" aria-label={t.list}>
        <For each={props.offered}>
          {(row) => (
            <li class="inherited-row" classList={{ 'inherited-row-off': !isSent(row) }}>
              <code class="inherited-name">{row.name}</code>
              <code class="inherited-value">{row.value}</code>
              <InheritedLink from={row.from} onOpen={props.onOpen} />
              <span class="inherited-actions">
                <Show
                  when={isSent(row)}
                  fallback={
                    <>
                      <span class="inherited-state">{own(row).some(({ disabled }) => !disabled) ? t.overridden : t.leftOut}</span>
                      <Action text={t.inherit} row={row} onClick={() => inherit(row)} />
                    </>
                  }
                >
                  <Action text={t.override} row={row} onClick={() => add(row, false)} />
                  <Action text={t.leaveOut} row={row} onClick={() => add(row, true)} />
                </Show>
              </span>
            </li>
          )}
        </For>
      </ul>
    </Show>
  )
}
