import type { DataSource } from '#engine/data/schemas.ts'
import type { SourceKindId } from '#engine/data/facts.ts'
import type { ProjectContext } from '../project-context.ts'

/** A source of one kind. */
export type SourceOf<Kind extends SourceKindId> = Extract<DataSource, { kind: Kind }>

/** What the editor of one kind of source gets. */
export interface SourceEditorProps<Kind extends SourceKindId = SourceKindId> {
  source: SourceOf<Kind>
  readOnly: boolean
  /** One undoable edit; edits in a row with the same `merge` key are one undo step (typing). */
  edit(label: string, recipe: (draft: SourceOf<Kind>) => void, merge?: string): void
}

/** Edits a data source of the open project. */
export const editSource =
  ({ workspace }: ProjectContext, id: string) =>
  (label: string, recipe: (draft: DataSource) => void, merge?: string): void =>
    void workspace.edit(
      label,
      [],
      ({ head }) => {
        const source = head.dataSources.find((one) => one.id === id)
        if (source) recipe(source)
      },
      merge && `data/${id}/${merge}`,
    )
