import { createUniqueId, For, Index, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import { Button } from '../../components/Button.tsx'
import { ListField } from '../../components/ListField.tsx'
import { Section } from '../../components/Section.tsx'
import { Select } from '../../components/Select.tsx'
import { focusRow } from '../../components/focus-row.ts'
import { anyModel, type AnyModel } from './any-model.ts'
import { useDesigner } from './designer-context.ts'
import { RemoveRow } from './RemoveRow.tsx'
import { RowInput } from './RowInput.tsx'
import { designTexts } from './texts.ts'

const t = designTexts.states

/** A state machine: its states, the one in which it begins, and a row for each transition. */
export const StatesEditor: Component = () => {
  const designer = useDesigner()
  const events = createUniqueId()
  let table: HTMLTableElement | undefined
  const model = () => anyModel(designer.design())
  const states = () => model().states ?? []
  const transitions = () => model().transitions ?? []
  const edit = (recipe: (draft: AnyModel) => void, merge?: string) =>
    designer.edit(designTexts.edits.transition, (draft) => recipe(anyModel(draft)), merge)
  const change = (index: number, key: 'from' | 'to' | 'event' | 'output' | 'guard', value: string, merge?: string) =>
    edit((draft) => {
      const one = draft.transitions?.[index]
      if (one) one[key] = value
    }, merge)
  const choice = (index: number, key: 'from' | 'to', label: string, value: string) => (
    <select
      class="designer-input"
      aria-label={`${t.transition(index + 1)}, ${label}`}
      disabled={designer.readOnly()}
      onChange={(event) => change(index, key, event.currentTarget.value)}
    >
      {/* A state that is not there any more still stands in the transition. */}
      <For each={states().includes(value) ? states() : [value, ...states()]}>
        {(state) => (
          <option value={state} selected={state === value}>
            {state}
          </option>
        )}
      </For>
    </select>
  )
  return (
    <>
      <Section title={t.states}>
        <ListField
          label={t.states}
          hint={t.hint}
          values={states()}
          readOnly={designer.readOnly()}
          onChange={(next) =>
            edit((draft) => {
              draft.states = next
              if (!next.includes(draft.initial ?? '')) draft.initial = next[0] ?? draft.initial ?? ''
            }, 'states')
          }
        />
        <Select
          label={t.initial}
          value={model().initial ?? ''}
          disabled={designer.readOnly()}
          options={states().map((state) => ({ value: state, label: state }))}
          onChange={(value) => edit((draft) => void (draft.initial = value))}
        />
      </Section>
      <Section title={t.transitions}>
        <datalist id={events}>
          <For each={[...new Set(transitions().map(({ event }) => event))]}>{(event) => <option value={event} />}</For>
        </datalist>
        <div class="designer-scroll" tabindex="0" role="region" aria-label={t.transitions}>
          <table class="designer-grid" ref={(element) => (table = element)}>
            <thead>
              <tr>
                <th scope="col">{t.from}</th>
                <th scope="col">{t.event}</th>
                <th scope="col">{t.to}</th>
                <th scope="col">{t.output}</th>
                <th scope="col">{t.guard}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              <Index each={transitions()}>
                {(one, index) => (
                  <tr>
                    <td>{choice(index, 'from', t.from, one().from)}</td>
                    <td>
                      <RowInput
                        label={`${t.transition(index + 1)}, ${t.event}`}
                        list={events}
                        value={one().event}
                        readOnly={designer.readOnly()}
                        onInput={(text) => {
                          if (text === '') return t.event
                          change(index, 'event', text, `event/${index}`)
                          return undefined
                        }}
                      />
                    </td>
                    <td>{choice(index, 'to', t.to, one().to)}</td>
                    <td>
                      <RowInput
                        label={`${t.transition(index + 1)}, ${t.output}`}
                        code
                        value={one().output}
                        readOnly={designer.readOnly()}
                        onInput={(text) => change(index, 'output', text, `output/${index}`)}
                      />
                    </td>
                    <td>
                      <RowInput
                        label={`${t.transition(index + 1)}, ${t.guard}`}
                        value={one().guard}
                        readOnly={designer.readOnly()}
                        onInput={(text) => change(index, 'guard', text, `guard/${index}`)}
                      />
                    </td>
                    <td>
                      <RemoveRow
                        label={t.remove(index + 1)}
                        onClick={() => {
                          edit((draft) => void draft.transitions?.splice(index, 1))
                          focusRow(table, 'tbody .icon-button', index)
                        }}
                      />
                    </td>
                  </tr>
                )}
              </Index>
            </tbody>
          </table>
        </div>
        <Button
          small
          icon={Plus}
          disabled={designer.readOnly() || states().length === 0}
          onClick={() => {
            edit((draft) => {
              const [first = '', second = first] = draft.states ?? []
              const from = draft.transitions?.at(-1)?.to ?? first
              ;(draft.transitions ??= []).push({
                from,
                event: `event ${transitions().length + 1}`,
                to: second,
                output: '',
                guard: '',
              })
            })
            queueMicrotask(() => {
              const fields = table?.querySelectorAll<HTMLElement>('tbody tr:last-child input')
              fields?.[0]?.focus()
            })
          }}
        >
          {t.add}
        </Button>
      </Section>
    </>
  )
}
