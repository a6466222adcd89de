import { createResource, type Accessor } from 'solid-js'
import { useEditorContext, type Answer } from './editor-context.ts'

/** The answer that a step looks at, read anew after each run; undefined until it is there. */
export function useLastAnswer(of: () => { step: string; request: string | undefined }): Accessor<Answer | undefined> {
  const context = useEditorContext()
  const [answer] = createResource(
    () => context.lastAnswer?.(of().step, of().request),
    (read) => read().catch(() => undefined),
  )
  return () => answer.latest
}
