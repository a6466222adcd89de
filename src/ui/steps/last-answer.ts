import type { Accessor } from 'solid-js'
import { useEditorContext, type Answer } from './editor-context.ts'
import { followed } from './async-value.ts'

/** The answer that a step looks at, read again after each run; undefined until it is there. */
export function useLastAnswer(of: () => { step: string; request: string | undefined }): Accessor<Answer | undefined> {
  const context = useEditorContext()
  return followed(
    () => context.lastAnswer?.(of().step, of().request),
    (read) => read(),
  )
}
