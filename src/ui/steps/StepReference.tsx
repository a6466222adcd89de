import type { Component } from 'solid-js'
import { factsOfKind } from '#engine/steps/facts.ts'
import { Select } from '../components/fields/Select.tsx'
import { useEditorContext } from './editor-context.ts'
import { stepEditorTexts as texts } from './texts.ts'

const givesResult = ({ kind }: { kind: string }): boolean => factsOfKind(kind)?.gives !== undefined

/** Whether a step refers to a step that is gone or does not come before it. */
function brokenReference(steps: readonly { id: string; kind: string }[], self: string, target: string | undefined): boolean {
  if (target === undefined) return false
  const before = steps.slice(
    0,
    steps.findIndex((step) => step.id === self),
  )
  return !before.some((step) => step.id === target && givesResult(step))
}

/** Chooses whose result an assertion or a transfer reads. */
export const StepReference: Component<{
  self: string
  value: string | undefined
  readOnly: boolean
  onChange(step: string | undefined): void
}> = (props) => {
  const context = useEditorContext()
  const before = () => {
    const steps = context.steps()
    return steps
      .slice(
        0,
        Math.max(
          0,
          steps.findIndex((step) => step.id === props.self),
        ),
      )
      .map((step, index) => ({ ...step, number: index + 1 }))
      .filter(givesResult)
  }
  const broken = () => brokenReference(context.steps(), props.self, props.value)
  return (
    <Select
      label={texts.ofStep}
      hideLabel={!broken()}
      value={props.value ?? ''}
      disabled={props.readOnly}
      error={broken() ? texts.stepGone : undefined}
      options={[
        { value: '', label: texts.nearest },
        ...before().map((step) => ({ value: step.id, label: `${step.number} ${step.name}` })),
        ...(broken() && props.value !== undefined ? [{ value: props.value, label: texts.gone(props.value) }] : []),
      ]}
      onChange={(value) => props.onChange(value === '' ? undefined : value)}
    />
  )
}
