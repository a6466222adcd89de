import { createMemo, createUniqueId, For, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import { Button } from '../../../components/Button.tsx'
import { Field } from '../../../components/fields/Field.tsx'
import { ListField } from '../../../components/fields/ListField.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { anyModel, type AnyModel } from './any-model.ts'
import { createLater } from '../deferred-drawing.ts'
import { useDesigner } from '../designer-context.ts'
import { NearRows, type NearRowsHandle } from './NearRows.tsx'
import { RemoveRow } from './RemoveRow.tsx'
import { RowInput } from './RowInput.tsx'
import { designTexts } from '../texts.ts'

const t = designTexts.states

/** States that are listed to choose from; of more their names are typed. */
const mostListed = 40
/** Pixels of a transition with the gap to the next one, as the style sheet has them. */
const rowHeight = 30

/** A state machine: its states, the one in which it starts, and a row for each transition. */
export const StatesEditor: Component = () => {
  const designer = useDesigner()
  const events = createUniqueId()
  const names = createUniqueId()
  let rows: NearRowsHandle | undefined
  const areTransitionsDrawn = createLater()
  const model = () => anyModel(designer.design())
  const states = () => model().states ?? []
  const known = createMemo(() => new Set(states()))
  const transitions = () => model().transitions ?? []
  const edit = (recipe: (draft: AnyModel) => void, merge?: string) =>
    designer.edit(designTexts.edits.transition, (draft) => recipe(anyModel(draft)), merge)
  const change = (index: number, key: 'from' | 'to' | 'event' | 'output' | 'guard', value: string, merge?: string) =>
    edit((draft) => {
      const one = draft.transitions?.[index]
      if (one) one[key] = value
    }, merge)
  const choice = (index: number, key: 'from' | 'to', label: string, value: string) => (
    <Show
      when={states().length <= mostListed}
      fallback={
        <RowInput
          label={`${t.transition(index + 1)}, ${label}`}
          list={names}
          value={value}
          readOnly={designer.readOnly()}
          problem={known().has(value) ? undefined : t.unknown(value)}
          onInput={(text) => (known().has(text) ? change(index, key, text) : t.unknown(text))}
        />
      }
    >
      <select
        class="designer-input"
        aria-label={`${t.transition(index + 1)}, ${label}`}
        disabled={designer.readOnly()}
        onChange={(event) => change(index, key, event.currentTarget.value)}
      >
        {/* A state that is not there any more still stands in the transition. */}
        <For each={known().has(value) ? states() : [value, ...states()]}>
          {(state) => (
            <option value={state} selected={state === value}>
              {state}
            </option>
          )}
        </For>
      </select>
    </Show>
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
        <Show
          when={states().length <= mostListed}
          fallback={
            <Field label={t.initial}>
              <RowInput
                label={t.initial}
                list={names}
                value={model().initial ?? ''}
                readOnly={designer.readOnly()}
                problem={known().has(model().initial ?? '') ? undefined : t.unknown(model().initial ?? '')}
                onInput={(text) => (known().has(text) ? edit((draft) => void (draft.initial = text)) : t.unknown(text))}
              />
            </Field>
          }
        >
          <Select
            label={t.initial}
            value={model().initial ?? ''}
            disabled={designer.readOnly()}
            options={states().map((state) => ({ value: state, label: state }))}
            onChange={(value) => edit((draft) => void (draft.initial = value))}
          />
        </Show>
      </Section>
      <Section title={t.transitions}>
        <datalist id={events}>
          <For each={[...new Set(transitions().map(({ event }) => event))]}>{(event) => <option value={event} />}</For>
        </datalist>
        <Show when={states().length > mostListed}>
          <datalist id={names}>
            <For each={states()}>{(state) => <option value={state} />}</For>
          </datalist>
        </Show>
        <div class="designer-scroll" tabindex="0" role="region" aria-label={t.transitions}>
          <div class="designer-transitions" role="table" aria-label={t.transitions} aria-rowcount={transitions().length + 1}>
            <div class="designer-transition designer-transition-head" role="row" aria-rowindex="1">
              <For each={[t.from, t.event, t.to, t.output, t.guard]}>{(title) => <span role="columnheader">{title}</span>}</For>
            </div>
            <Show when={areTransitionsDrawn()}>
              <NearRows together={3} each={transitions()} height={() => rowHeight} handle={(handle) => (rows = handle)}>
                {(one, index) => (
                  <div class="designer-transition" role="row" aria-rowindex={index + 2}>
                    <span role="cell">{choice(index, 'from', t.from, one().from)}</span>
                    <span role="cell">
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
                    </span>
                    <span role="cell">{choice(index, 'to', t.to, one().to)}</span>
                    <span role="cell">
                      <RowInput
                        label={`${t.transition(index + 1)}, ${t.output}`}
                        code
                        value={one().output}
                        readOnly={designer.readOnly()}
                        onInput={(text) => change(index, 'output', text, `output/${index}`)}
                      />
                    </span>
                    <span role="cell">
                      <RowInput
                        label={`${t.transition(index + 1)}, ${t.guard}`}
                        value={one().guard}
                        readOnly={designer.readOnly()}
                        onInput={(text) => change(index, 'guard', text, `guard/${index}`)}
                      />
                    </span>
                    <span role="cell">
                      <RemoveRow
                        label={t.remove(index + 1)}
                        onClick={() => {
                          edit((draft) => void draft.transitions?.splice(index, 1))
                          rows?.focus(index, '.icon-button')
                        }}
                      />
                    </span>
                  </div>
                )}
              </NearRows>
            </Show>
          </div>
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
            rows?.focus(transitions().length, 'input')
          }}
        >
          {t.add}
        </Button>
      </Section>
    </>
  )
}
