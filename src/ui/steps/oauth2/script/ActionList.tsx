import { Index, Show, type Accessor, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import type { Action } from '#engine/steps/oauth2/automation/schema.ts'
import { Button } from '../../../components/Button.tsx'
import { focusRow } from '../../../components/layout/focus-row.ts'
import { Select } from '../../../components/fields/Select.tsx'
import { moveItem } from '../../rows/move-item.ts'
import { moveByKeys } from '../../rows/move-by-keys.ts'
import { RowActions } from '../../rows/RowActions.tsx'
import { ActionFields } from './ActionFields.tsx'
import { newAction } from './new-action.ts'
import { actionTitles, scriptTexts as texts } from './texts.ts'
import '../../rows/rows.css'

/** The way to a list of actions: none for the script's own, `[2, 'then']` for one in its third action. */
export type ListPath = readonly (number | 'then' | 'else')[]

/** See {@link ActionList}. */
export interface ActionListProps {
  actions: readonly Action[]
  path: ListPath
  /** The text before the numbers: `3 then `. */
  prefix: string
  stepName: string
  readOnly: boolean
  /** Changes the list at a path. */
  onEdit(label: string, path: ListPath, recipe: (actions: Action[]) => void, typing?: string): void
}

/** So deep may a condition stand. */
const deepest = 2

const kinds = Object.keys(actionTitles) as Action['do'][]

const isKind = (text: string): text is Action['do'] => Object.hasOwn(actionTitles, text)

/** The actions of a script, or of one branch of it, with the button that adds one. */
export const ActionList: Component<ActionListProps> = (props) => {
  let list: HTMLOListElement | undefined
  const first = '.check-fields > .select:first-child > select'
  const branch = () => props.path.at(-1)
  const add = (): void => {
    props.onEdit(
      texts.edits.add,
      props.path,
      (actions) => void actions.push(newAction(actions.length === 0 && props.path.length === 0 ? 'fill' : 'click')),
    )
    focusRow(list, first, props.actions.length - 1)
  }
  return (
    <div class="script-list">
      <ol
        class="checks"
        // A list without bullets is none to some screen readers.
        role="list"
        aria-label={branch() === 'then' ? texts.branches.yes : branch() === 'else' ? texts.branches.no : texts.list}
        ref={(element) => (list = element)}
      >
        <Index each={props.actions}>
          {(action, index) => <ActionRow {...props} action={action} index={index} focus={(to) => focusRow(list, first, to)} />}
        </Index>
      </ol>
      <div>
        <Button small={props.path.length > 0} icon={Plus} disabled={props.readOnly} onClick={add}>
          {branch() === undefined ? texts.add : texts.addWithin(branch() === 'then' ? texts.branches.yes : texts.branches.no)}
        </Button>
      </div>
    </div>
  )
}

const ActionRow: Component<ActionListProps & { action: Accessor<Action>; index: number; focus(index: number): void }> = (
  props,
) => {
  const number = () => `${props.prefix}${props.index + 1}`
  const depth = () => props.path.length / 2
  const edit = (recipe: (action: Action) => void, typing?: string): void =>
    props.onEdit(
      texts.edits.change,
      props.path,
      (actions) => {
        const action = actions[props.index]
        if (action) recipe(action)
      },
      typing && `${props.path.join('.')}.${props.index}.${typing}`,
    )
  const list = (label: string, recipe: (actions: Action[]) => void, to?: number): void => {
    props.onEdit(label, props.path, recipe)
    if (to !== undefined) props.focus(to)
  }
  const change = (kind: string): void => {
    if (!isKind(kind)) return
    list(texts.edits.change, (actions) => void actions.splice(props.index, 1, newAction(kind, actions[props.index])))
  }
  const move = (to: number): void => list(texts.edits.change, (actions) => moveItem(actions, props.index, to), to)
  const condition = () => {
    const action = props.action()
    return action.do === 'if-visible' ? action : undefined
  }
  return (
    <li
      class="check"
      aria-label={texts.action(number())}
      onKeyDown={(event) => !props.readOnly && moveByKeys(event, props.index, props.actions.length, move)}
    >
      <span class="check-mark">
        <span class="check-number">{props.index + 1}</span>
      </span>
      <div class="check-fields">
        <Select
          label={texts.labels.do}
          hideLabel
          value={props.action().do}
          disabled={props.readOnly}
          options={kinds
            .filter((kind) => kind !== 'if-visible' || depth() < deepest)
            .map((value) => ({ value, label: actionTitles[value] }))}
          onChange={change}
        />
        <ActionFields action={props.action()} stepName={props.stepName} readOnly={props.readOnly} onEdit={edit} />
      </div>
      <RowActions
        what={texts.actionOf(number())}
        index={props.index}
        count={props.actions.length}
        readOnly={props.readOnly}
        onMove={move}
        onDuplicate={() =>
          list(texts.edits.change, (actions) => {
            const copy = actions[props.index]
            if (copy) actions.splice(props.index + 1, 0, plain(copy))
          })
        }
        onRemove={() => list(texts.edits.change, (actions) => void actions.splice(props.index, 1), props.index)}
      />
      <Show when={condition()}>
        {(action) => (
          <div class="check-wide script-branches">
            <Branch {...props} name="then" actions={action().then} number={number()} />
            <Branch {...props} name="else" actions={action().else} number={number()} />
          </div>
        )}
      </Show>
    </li>
  )
}

/** A draft of the store is a proxy, which can't be cloned. */
const plain = <T,>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const Branch: Component<
  Omit<ActionListProps, 'actions'> & { index: number; name: 'then' | 'else'; actions: readonly Action[]; number: string }
> = (props) => (
  <div class="script-branch">
    <span class="script-branch-name">{props.name === 'then' ? texts.branches.yes : texts.branches.no}</span>
    <ActionList
      actions={props.actions}
      path={[...props.path, props.index, props.name]}
      prefix={`${props.number} ${props.name} `}
      stepName={props.stepName}
      readOnly={props.readOnly}
      onEdit={props.onEdit}
    />
  </div>
)
