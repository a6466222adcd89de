import { Match, Show, Switch as Choose, type Component } from 'solid-js'
import type { Action, Typed } from '#engine/steps/oauth2/automation/schema.ts'
import { Select } from '../../../components/fields/Select.tsx'
import { SecretField } from '../../../components/fields/SecretField.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useEditorContext } from '../../editor-context.ts'
import { bindSecret } from '../secrets.ts'
import { emptyTarget } from './new-action.ts'
import { TargetFields } from './TargetFields.tsx'
import { scriptTexts as texts } from './texts.ts'

/** See {@link ActionFields}. */
export interface ActionFieldsProps {
  action: Action
  /** Of the step, for the ids of secrets. */
  stepName: string
  readOnly: boolean
  onEdit(recipe: (action: Action) => void, typing?: string): void
}

/** An action of one type. */
type Of<A extends Action['do']> = Extract<Action, { do: A }>

/** A text field of one key of an action. */
const Text: Component<
  ActionFieldsProps & {
    label: string
    value: string
    placeholder?: string
    usual?: readonly string[]
    multiline?: boolean
    onText(action: Action, value: string): void
  }
> = (props) => (
  <div class="source-field" classList={{ 'script-code': props.multiline ?? false }}>
    <TextField
      label={props.label}
      hideLabel
      code
      multiline={props.multiline}
      variables={!props.multiline}
      placeholder={props.placeholder ?? props.label}
      usual={props.usual}
      value={props.value}
      readOnly={props.readOnly}
      onInput={(value) => props.onEdit((action) => props.onText(action, value), props.label)}
    />
  </div>
)

/** A secret of an action, with its place in the vault. */
const SecretOf: Component<
  ActionFieldsProps & { label: string; field: string; value: Typed; onSecret(action: Action, value: Typed): void }
> = (props) => {
  const secret = bindSecret(
    useEditorContext(),
    () => props.stepName,
    props.field,
    () => props.value,
    (next) => props.onEdit((action) => props.onSecret(action, next ?? '')),
  )
  return (
    <div class="script-secret">
      <SecretField
        label={props.label}
        value={secret.value}
        has={secret.has}
        onChange={secret.onChange}
        onStore={secret.onStore}
        onReveal={secret.onReveal}
        readOnly={props.readOnly}
      />
    </div>
  )
}

const setFill = (action: Action, value: Typed): void => {
  if (action.do === 'fill') action.value = value
}

/** What an action types: a text, or a secret. */
const Value: Component<ActionFieldsProps & { of: Of<'fill'> }> = (props) => {
  const context = useEditorContext()
  const isSecret = () => typeof props.of.value === 'object'
  const change = (on: boolean): void => {
    const { value } = props.of
    if (!on) return props.onEdit((action) => setFill(action, ''))
    const id = context.secrets.suggest(
      props.stepName,
      (props.of.at.label ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'value',
    )
    // What was typed in plaintext goes to the vault, not into the file.
    if (typeof value === 'string' && value !== '' && !value.includes('${')) void context.secrets.set(id, value)
    props.onEdit((action) => setFill(action, { secret: id }))
  }
  return (
    <>
      <Show
        when={isSecret()}
        fallback={
          <Text
            {...props}
            label={texts.labels.value}
            value={typeof props.of.value === 'string' ? props.of.value : ''}
            onText={setFill}
          />
        }
      >
        <SecretOf {...props} label={texts.labels.value} field="value" value={props.of.value} onSecret={setFill} />
      </Show>
      <Switch label={texts.labels.secret} inline checked={isSecret()} disabled={props.readOnly} onChange={change} />
    </>
  )
}

const WaitFor: Component<ActionFieldsProps & { of: Of<'wait-for'> }> = (props) => (
  <>
    <Select
      label={texts.labels.waitFor}
      hideLabel
      value={props.of.at ? 'element' : 'address'}
      disabled={props.readOnly}
      options={[
        { value: 'element', label: texts.element },
        { value: 'address', label: texts.address },
      ]}
      onChange={(kind) =>
        props.onEdit((action) => {
          if (action.do !== 'wait-for') return
          delete action.at
          delete action.url
          if (kind === 'element') action.at = emptyTarget()
          else action.url = ''
        })
      }
    />
    <Show when={props.of.at === undefined}>
      <Text
        {...props}
        label={texts.labels.urlPart}
        placeholder={texts.placeholders.urlPart}
        value={props.of.url ?? ''}
        onText={(action, value) => action.do === 'wait-for' && (action.url = value)}
      />
    </Show>
  </>
)

/** The fields of one action: where it acts, and with what. */
export const ActionFields: Component<ActionFieldsProps> = (props) => {
  const as = <A extends Action['do']>(kind: A): Of<A> | undefined =>
    props.action.do === kind ? (props.action as Of<A>) : undefined
  const target = () => ('at' in props.action ? props.action.at : undefined)
  return (
    <>
      <Show when={as('wait-for')}>{(action) => <WaitFor {...props} of={action()} />}</Show>
      <Show when={as('press')}>
        {(action) => (
          <Text
            {...props}
            label={texts.labels.keyName}
            placeholder={texts.placeholders.key}
            usual={texts.usual.key}
            value={action().key}
            onText={(changed, value) => changed.do === 'press' && (changed.key = value)}
          />
        )}
      </Show>
      <Show when={target()}>
        {(at) => (
          <TargetFields
            target={at()}
            readOnly={props.readOnly}
            onEdit={(recipe, typing) =>
              props.onEdit((action) => {
                if ('at' in action && action.at) recipe(action.at)
              }, typing)
            }
          />
        )}
      </Show>
      <Choose>
        <Match when={as('fill')}>{(action) => <Value {...props} of={action()} />}</Match>
        <Match when={as('goto')}>
          {(action) => (
            <Text
              {...props}
              label={texts.labels.url}
              placeholder={texts.placeholders.url}
              value={action().url}
              onText={(changed, value) => changed.do === 'goto' && (changed.url = value)}
            />
          )}
        </Match>
        <Match when={as('select')}>
          {(action) => (
            <Text
              {...props}
              label={texts.labels.option}
              placeholder={texts.placeholders.option}
              value={action().value}
              onText={(changed, value) => changed.do === 'select' && (changed.value = value)}
            />
          )}
        </Match>
        <Match when={as('check')}>
          {(action) => (
            <Switch
              label={texts.labels.on}
              inline
              checked={action().on}
              disabled={props.readOnly}
              onChange={(on) => props.onEdit((changed) => void (changed.do === 'check' && (changed.on = on)))}
            />
          )}
        </Match>
        <Match when={as('totp')}>
          {(action) => (
            <SecretOf
              {...props}
              label={texts.labels.key}
              field="totp"
              value={action().key}
              onSecret={(changed, value) => changed.do === 'totp' && (changed.key = value)}
            />
          )}
        </Match>
        <Match when={as('screenshot')}>
          {(action) => (
            <Text
              {...props}
              label={texts.labels.pictureName}
              value={action().name}
              onText={(changed, value) => changed.do === 'screenshot' && (changed.name = value)}
            />
          )}
        </Match>
        <Match when={as('code')}>
          {(action) => (
            <>
              <Text
                {...props}
                multiline
                label={texts.labels.code}
                value={action().code}
                onText={(changed, value) => changed.do === 'code' && (changed.code = value)}
              />
              <span class="step-note">
                {action().values.length === 0
                  ? texts.codeNote
                  : texts.codeValues(
                      action()
                        .values.map(({ name }) => name)
                        .join(', '),
                    )}
              </span>
            </>
          )}
        </Match>
      </Choose>
    </>
  )
}
