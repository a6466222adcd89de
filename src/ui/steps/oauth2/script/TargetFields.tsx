import type { Component } from 'solid-js'
import { keysOfTarget, targetKeys, type TargetKey } from '#engine/steps/oauth2/automation/describe.ts'
import type { Target } from '#engine/steps/oauth2/automation/schema.ts'
import { Select } from '../../../components/fields/Select.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Show } from 'solid-js'
import { scriptTexts as texts, targetTitles } from './texts.ts'

const isKey = (text: string): text is TargetKey => (targetKeys as readonly string[]).includes(text)

/** Where an action acts: the way to say it, and what it is called there. */
export const TargetFields: Component<{
  target: Target
  readOnly: boolean
  onEdit(recipe: (target: Target) => void, typing?: string): void
}> = (props) => {
  const key = (): TargetKey => keysOfTarget(props.target)[0] ?? 'label'
  const change = (next: string): void => {
    if (!isKey(next)) return
    props.onEdit((target) => {
      const kept = target.name ?? target[key()] ?? ''
      for (const other of targetKeys) delete target[other]
      delete target.name
      if (next === 'role') Object.assign(target, { role: 'button', name: kept })
      else target[next] = kept
    })
  }
  const usual = () => (key() === 'label' ? texts.usual.label : undefined)
  return (
    <>
      <Select
        label={texts.labels.where}
        hideLabel
        value={key()}
        disabled={props.readOnly}
        options={targetKeys.map((value) => ({ value, label: targetTitles[value] }))}
        onChange={change}
      />
      <Show
        when={key() === 'role'}
        fallback={
          <div class="source-field">
            <TextField
              label={targetTitles[key()]}
              hideLabel
              code={key() === 'css' || key() === 'testId'}
              placeholder={key() === 'role' ? '' : texts.placeholders[key()]}
              usual={usual()}
              value={props.target[key()] ?? ''}
              readOnly={props.readOnly}
              onInput={(value) => props.onEdit((target) => void (target[key()] = value), 'at')}
            />
          </div>
        }
      >
        <div class="source-field script-role">
          <TextField
            label={texts.labels.role}
            hideLabel
            code
            placeholder={texts.placeholders.role}
            usual={texts.usual.role}
            value={props.target.role ?? ''}
            readOnly={props.readOnly}
            onInput={(value) => props.onEdit((target) => void (target.role = value), 'role')}
          />
        </div>
        <div class="source-field">
          <TextField
            label={texts.labels.name}
            hideLabel
            placeholder={texts.placeholders.name}
            usual={texts.usual.name}
            value={props.target.name ?? ''}
            readOnly={props.readOnly}
            onInput={(value) =>
              props.onEdit((target) => {
                if (value === '') delete target.name
                else target.name = value
              }, 'name')
            }
          />
        </div>
      </Show>
    </>
  )
}
