import type { Step } from '#engine/project/format/schema.ts'
import type { StepEditorProps } from './editor-context.ts'
import { stepEditorTexts as texts } from './texts.ts'

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
        key,
      )
}

/** Changes a part of a step in one undoable edit; `merge` as in {@link StepEditorProps}, within the part. */
export type EditPart<Part> = (label: string, recipe: (part: Part) => void, merge?: string) => void

/** Edits of the part of a step under `key`. One that is not there is what `begin` gives; without that it is left alone. */
export function partEditor<S extends Step, K extends keyof S & string>(
  props: StepEditorProps<S>,
  key: K,
  begin?: () => NonNullable<S[K]>,
): EditPart<NonNullable<S[K]>> {
  return (label, recipe, merge) =>
    props.edit(
      label,
      (draft) => {
        const part = draft[key] ?? begin?.()
        if (part === undefined) return
        draft[key] = part
        recipe(part)
      },
      merge && `${key}.${merge}`,
    )
}

/** Edits of one row of a list that is a part of a step, as {@link partEditor} gives them. */
export const rowEditor =
  <Row>(edit: EditPart<Row[]>) =>
  (index: number, label: string, recipe: (row: Row) => void, merge?: string): void =>
    edit(
      label,
      (rows) => {
        const row = rows[index]
        if (row) recipe(row)
      },
      merge && `${index}.${merge}`,
    )
