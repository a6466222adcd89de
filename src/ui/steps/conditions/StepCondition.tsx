import type { Component } from 'solid-js'
import { useEditorContext } from '../editor-context.ts'
import { useLastAnswer } from '../last-answer.ts'
import ConditionSection, { type ConditionSectionProps } from './ConditionSection.tsx'

/** The condition of a step, with what the last run found of it. */
const StepCondition: Component<Pick<ConditionSectionProps, 'checks' | 'focused' | 'readOnly' | 'edit'> & { step: string }> = (
  props,
) => {
  const context = useEditorContext()
  const answer = useLastAnswer(() => ({ step: props.step, request: undefined }))
  const found = () => {
    const last = context.lastResult(props.step)
    return last?.outcome === 'skipped' ? last.message : undefined
  }
  return <ConditionSection of="step" {...props} answer={answer()} found={found()} />
}

export default StepCondition
