import { createSignal, createUniqueId, Index, Show, type Component } from 'solid-js'
import Lock from 'lucide-solid/icons/lock'
import Plus from 'lucide-solid/icons/plus'
import Trash2 from 'lucide-solid/icons/trash'
import { textOf } from '#engine/base/errors.ts'
import { isCredentialName } from '#engine/base/secrets/secret-name.ts'
import type { Variable } from '#engine/project/format/schema.ts'
import { freshSecretId } from '../fresh-secret-id.ts'
import { useProject } from '../project-context.ts'
import { storeSecret } from '../store-secret.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { SecretField } from '../../components/fields/SecretField.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { componentTexts } from '../../components/texts.ts'
import { focusRow } from '../../components/layout/focus-row.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { readPairs } from '../../steps/rows/read-pairs.ts'
import { TypedValueField } from '../../steps/values/TypedValueField.tsx'
import { emptyVariable } from '#engine/project/empty.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { overviewTexts } from './overview-texts.ts'
import { projectTexts as texts } from '../texts.ts'
import { checkVariableName, readVariable, variableTypes } from './variable-input.ts'
import './VariablesEditor.css'

/** See {@link VariablesEditor}. */
export interface VariablesEditorProps {
  variables: readonly Variable[]
  readOnly: boolean
  /** What has the variables; its name is in the ids of secrets. */
  owner: { id: string; name: string }
  /** An empty row is at the end even if there are no variables yet. */
  roomy?: boolean
  edit(label: string, recipe: (draft: Variable[]) => void, merge?: string): void
}

/** A table of variables: name, start value, and whether the value is a secret that the vault keeps. */
export const VariablesEditor: Component<VariablesEditorProps> = (props) => {
  const t = overviewTexts.variables
  const context = useProject()
  let table: HTMLDivElement | undefined
  const emptyId = createUniqueId()
  const push = (...added: Variable[]) => {
    props.edit(overviewTexts.edits.addVariable, (draft) => void draft.push(...added))
    return [...(table?.querySelectorAll<HTMLInputElement>('[role="group"] .variable-table-name input') ?? [])].at(-1)
  }
  const add = () => {
    const taken = props.variables.map((variable) => variable.name)
    const name = push(emptyVariable(freeName('variable', taken).replace(' ', '_')))
    // What is typed next is the name.
    name?.focus()
    name?.select()
  }
  /** Why the text in the empty row isn't a valid name. */
  const [refused, setRefused] = createSignal<string>()
  /** Text typed into the empty row starts a name. */
  const begin = (input: HTMLInputElement) => {
    const { value } = input
    const wrong = value === '' ? undefined : checkVariableName(value)
    setRefused(wrong)
    if (wrong || value === '') return
    input.value = ''
    const name = push(emptyVariable(value))
    name?.focus()
    name?.setSelectionRange(value.length, value.length)
  }
  /** Lines (`name=value`) that are pasted become variables, as in other lists of names and values. */
  const paste = (event: ClipboardEvent) => {
    const read = readPairs(event.clipboardData?.getData('text/plain') ?? '')
    if (!read || read.some(({ name }) => checkVariableName(name))) return
    event.preventDefault()
    push(...read.map(({ name, value }) => ({ ...emptyVariable(name), value })))
  }
  const hasEmpty = () => !props.readOnly && (props.roomy || props.variables.length > 0)
  const remove = (variable: Variable, index: number) => {
    const label = overviewTexts.edits.removeVariable(variable.name)
    props.edit(label, (draft) => void draft.splice(index, 1))
    context.actions.offerUndo(overviewTexts.variableNamed(variable.name || texts.unnamed), label)
    focusRow(table, '.variable-table-row > .icon-button', index)
  }
  return (
    <div class="variable-table" ref={(element) => (table = element)}>
      <Show when={props.variables.length > 0 || hasEmpty()} fallback={<p class="variable-table-none">{t.none}</p>}>
        <div class="variable-table-head" aria-hidden="true">
          <span>{t.name}</span>
          <span>{t.value}</span>
          <span>{t.secret}</span>
        </div>
        <Index each={props.variables}>
          {(variable, index) => <Row {...props} variable={variable()} index={index} onRemove={() => remove(variable(), index)} />}
        </Index>
        <Show when={hasEmpty()}>
          <div class="variable-table-row variable-table-empty">
            <div class="variable-table-name">
              <input
                aria-label={t.newName}
                class="variable-table-input"
                placeholder={t.namePlaceholder}
                spellcheck={false}
                autocomplete="off"
                aria-invalid={refused() ? true : undefined}
                aria-describedby={refused() ? `${emptyId}-problem` : undefined}
                onInput={(event) => !event.isComposing && begin(event.currentTarget)}
                on:compositionend={(event: Event) => begin(event.currentTarget as HTMLInputElement)}
                onPaste={paste}
              />
              <Show when={refused()}>
                <p class="variable-table-problem" id={`${emptyId}-problem`}>
                  {refused()}
                </p>
              </Show>
            </div>
          </div>
        </Show>
      </Show>
      <Button class="variable-table-add" small icon={Plus} disabled={props.readOnly} onClick={add}>
        {t.add}
      </Button>
    </div>
  )
}

const Row: Component<VariablesEditorProps & { variable: Variable; index: number; onRemove(): void }> = (props) => {
  const context = useProject()
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
  /** What it was called when someone came to its name. */
  let called = ''
  const leave = () => {
    setTyped(undefined)
    const now = props.variable.name
    if (called !== '' && called !== now)
      void import('../find/offer-uses.ts').then(({ offerUses }) => offerUses(context, called, now))
  }
  /** It was named while it is shown: of what is there already the value is too, or a step sets it. */
  const [isNew, setNew] = createSignal(false)
  const rename = (next: string) => {
    if (checkVariableName(next)) return setTyped(next)
    setTyped(undefined)
    setNew(true)
    change(overviewTexts.edits.variable, (draft) => void (draft.name = next), 'name')
  }
  const setValue = (value: Variable['value'], typing: boolean) =>
    change(overviewTexts.edits.variable, (draft) => void (draft.value = value), typing ? 'value' : undefined)
  const freshId = () => freshSecretId(context, props.owner.name, props.variable.name)
  const store = (plain: string) => {
    const target = secretId() ?? freshId()
    void storeSecret(context.vault, target, plain)
    if (secretId() !== target) change(overviewTexts.edits.variable, (draft) => void (draft.value = { secret: target }))
  }
  const inClear = () => (typeof props.variable.value === 'object' ? '' : String(props.variable.value))
  /** While the vault takes the value: the switch is on already. */
  const [storing, setStoring] = createSignal(false)
  /** The value is in the vault before it leaves the project: the edit takes it out of all undo steps. */
  const makeSecret = async () => {
    const { localId } = context.workspace
    const [project, named, target] = [localId(), props.variable.name, freshId()]
    let kept = ''
    while (inClear() !== kept) {
      kept = inClear()
      if (!(await storeSecret(context.vault, target, kept))) return
      // What was typed meanwhile is kept too; what is another variable by now is left alone.
      if (!storing() || localId() !== project || props.variable.name !== named || secretId() !== undefined) return
    }
    change(overviewTexts.edits.makeSecret(named), (draft) => void (draft.value = { secret: target }))
    setStoring(false)
    if (kept === '') return
    await context.vault
      .concealInRuns(target, kept)
      .catch((thrown: unknown) => showToast(componentTexts.secret.notConcealed(target, textOf(thrown)), 'error'))
  }
  /** A value first typed in plaintext stays in the browser's files for some time: so the switch is offered before. */
  const offersSecret = () =>
    isNew() && !props.readOnly && !storing() && typeof props.variable.value === 'string' && isCredentialName(props.variable.name)
  let row: HTMLDivElement | undefined
  const takeOffer = async () => {
    setStoring(true)
    await makeSecret().finally(() => setStoring(false))
    row?.querySelector<HTMLInputElement>('.variable-table-value input')?.focus()
  }
  const setSecret = (on: boolean) => {
    const stopped = storing()
    setStoring(on)
    if (on) void makeSecret().finally(() => setStoring(false))
    else if (!stopped) change(overviewTexts.edits.variable, (draft) => void (draft.value = ''))
  }
  return (
    <div class="variable-table-row" role="group" aria-label={props.variable.name} ref={(element) => (row = element)}>
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
          onFocus={() => (called = props.variable.name)}
          onBlur={leave}
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
              problem={context.problems.ofVariable(props.owner.id, props.variable).join(' ') || undefined}
              onChange={(value, typing) => setValue(value as Variable['value'], typing)}
            />
          }
        >
          {(secret) => (
            <SecretField
              label={t.value}
              value={{ secret: secret() }}
              has={context.vault.has(secret())}
              readOnly={props.readOnly}
              onStore={store}
              onReveal={() => context.vault.reveal(secret())}
              onChange={(next) => setValue(typeof next === 'string' ? next : '', true)}
            />
          )}
        </Show>
        <Show when={offersSecret()}>
          <Button small icon={Lock} onClick={() => void takeOffer()}>
            {t.offerSecret}
          </Button>
        </Show>
      </div>
      <Switch
        label={t.secret}
        hideLabel
        checked={storing() || secretId() !== undefined}
        disabled={props.readOnly}
        onChange={setSecret}
      />
      <IconButton
        label={t.remove(props.variable.name)}
        icon={Trash2}
        kind="danger"
        disabled={props.readOnly}
        onClick={() => props.onRemove()}
      />
    </div>
  )
}
