import { createSignal, createUniqueId, Index, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import Trash2 from 'lucide-solid/icons/trash'
import type { Variable } from '#engine/project/schema.ts'
import { useApp } from '../app/app-state.ts'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { SecretField } from '../components/SecretField.tsx'
import { Switch } from '../components/Switch.tsx'
import { TypedValueField } from '../steps/TypedValueField.tsx'
import { emptyVariable, freeName } from './structure.ts'
import { secretIdsIn, suggestSecretId } from './secret-ids.ts'
import { overviewTexts } from './overview-texts.ts'
import { texts } from './texts.ts'
import { checkVariableName } from './variable-name.ts'
import { readVariable, variableTypes } from './variable-value.ts'
import './VariablesEditor.css'

/** See {@link VariablesEditor}. */
export interface VariablesEditorProps {
  variables: readonly Variable[]
  readOnly: boolean
  /** Names the ids of secrets: an environment's, a suite's name. */
  owner: string
  edit(label: string, recipe: (draft: Variable[]) => void, merge?: string): void
}

/** A table of variables: name, start value, and whether the value is a secret that the vault keeps. */
export const VariablesEditor: Component<VariablesEditorProps> = (props) => {
  const t = overviewTexts.variables
  let table: HTMLDivElement | undefined
  const add = () => {
    const taken = props.variables.map((variable) => variable.name)
    props.edit(texts.edits.addVariable, (draft) => void draft.push(emptyVariable(freeName('variable', taken).replace(' ', '_'))))
    // What is typed next is the name.
    queueMicrotask(() => {
      const names = table?.querySelectorAll<HTMLInputElement>('.variable-table-name input')
      const name = names?.[names.length - 1]
      name?.focus()
      name?.select()
    })
  }
  return (
    <div class="variable-table" ref={(element) => (table = element)}>
      <Show when={props.variables.length > 0} fallback={<p class="variable-table-none">{t.none}</p>}>
        <div class="variable-table-head" aria-hidden="true">
          <span>{t.name}</span>
          <span>{t.value}</span>
          <span>{t.secret}</span>
        </div>
        <Index each={props.variables}>{(variable, index) => <Row {...props} variable={variable()} index={index} />}</Index>
      </Show>
      <Button class="variable-table-add" small icon={Plus} disabled={props.readOnly} onClick={add}>
        {t.add}
      </Button>
    </div>
  )
}

const Row: Component<VariablesEditorProps & { variable: Variable; index: number }> = (props) => {
  const app = useApp()
  const t = overviewTexts.variables
  const id = createUniqueId()
  /** A name that breaks the rules stays in the field; the last valid one is what is stored. */
  const [typed, setTyped] = createSignal<string>()
  const name = () => typed() ?? props.variable.name
  const problem = () => {
    const wrong = checkVariableName(name())
    if (wrong) return wrong
    const first = props.variables.findIndex((variable) => variable.name === name())
    return first !== props.index && first >= 0 ? t.duplicate : undefined
  }
  const secretId = () => (typeof props.variable.value === 'object' ? props.variable.value.secret : undefined)
  const change = (label: string, recipe: (draft: Variable) => void, merge?: string) =>
    props.edit(
      label,
      (draft) => {
        const variable = draft[props.index]
        if (variable) recipe(variable)
      },
      merge && `${props.index}/${merge}`,
    )
  const rename = (next: string) => {
    if (checkVariableName(next)) return setTyped(next)
    setTyped(undefined)
    change(texts.edits.variable, (draft) => void (draft.name = next), 'name')
  }
  const setValue = (value: Variable['value'], typing: boolean) =>
    change(texts.edits.variable, (draft) => void (draft.value = value), typing ? 'value' : undefined)
  const freshId = () => {
    const taken = new Set(app.vault.ids())
    secretIdsIn(app.workspace.head(), taken)
    for (const one of app.workspace.cases().values()) secretIdsIn(one, taken)
    return suggestSecretId(props.owner, props.variable.name, taken)
  }
  const store = (plain: string) => {
    const target = secretId() ?? freshId()
    void app.vault.set(target, plain)
    if (secretId() !== target) change(texts.edits.variable, (draft) => void (draft.value = { secret: target }))
  }
  const makeSecret = (on: boolean) => {
    const { value } = props.variable
    if (!on) return change(texts.edits.variable, (draft) => void (draft.value = ''))
    const target = freshId()
    if (typeof value !== 'object' && String(value) !== '') void app.vault.set(target, String(value))
    change(texts.edits.variable, (draft) => void (draft.value = { secret: target }))
  }
  return (
    <div class="variable-table-row" role="group" aria-label={props.variable.name}>
      <div class="variable-table-name">
        <input
          id={id}
          aria-label={t.name}
          class="variable-table-input"
          value={name()}
          readOnly={props.readOnly}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={problem() ? true : undefined}
          aria-describedby={problem() ? `${id}-problem` : undefined}
          onInput={(event) => rename(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
        />
        <Show when={problem()}>
          <p class="variable-table-problem" id={`${id}-problem`}>
            {problem()}
          </p>
        </Show>
      </div>
      <div class="variable-table-value">
        <Show
          when={secretId()}
          fallback={
            <TypedValueField
              label={t.value}
              only={{ label: t.type, types: variableTypes, read: readVariable }}
              value={props.variable.value}
              readOnly={props.readOnly}
              onChange={(value, typing) => setValue(value as Variable['value'], typing)}
            />
          }
        >
          {(secret) => (
            <SecretField
              label={t.value}
              value={{ secret: secret() }}
              has={app.vault.has(secret())}
              readOnly={props.readOnly}
              onStore={store}
              onReveal={() => app.vault.reveal(secret())}
              onChange={(next) => setValue(typeof next === 'string' ? next : '', true)}
            />
          )}
        </Show>
      </div>
      <Switch label={t.secret} hideLabel checked={secretId() !== undefined} disabled={props.readOnly} onChange={makeSecret} />
      <IconButton
        label={t.remove(props.variable.name)}
        icon={Trash2}
        kind="danger"
        disabled={props.readOnly}
        onClick={() => props.edit(texts.edits.removeVariable(props.variable.name), (draft) => void draft.splice(props.index, 1))}
      />
    </div>
  )
}
