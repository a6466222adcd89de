import type { Step } from '#engine/project/schema.ts'
import type { StepEditorProps } from './editor-context.ts'
import { texts } from './texts.ts'

/**
 * Makes setters for the keys of a step: `set('clientId', 'Client ID')` gives what a field calls when it is typed into. Typing
 * into one key is one undo step. `undefined` takes an optional key away.
 */
export function setters<S extends Step>(props: StepEditorProps<S>) {
  return <K extends keyof S & string>(key: K, what: string) =>
    (value: S[K] | undefined): void =>
      props.edit(
        texts.change(what),
        (draft) => {
          if (value === undefined) delete draft[key]
          else draft[key] = value
        },
        `${props.step.id}.${key}`,
      )
}
