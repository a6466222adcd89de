import type { DataSource } from '#engine/data/schemas.ts'
import type { SourceKindId } from '#engine/data/facts.ts'
import { itemEditor, type EditItem } from '../item-editor.ts'
import type { ProjectContext } from '../project-context.ts'

/** A source of one type. */
export type SourceOf<Kind extends SourceKindId> = Extract<DataSource, { kind: Kind }>

/** What the editor of one type of source gets. */
export interface SourceEditorProps<Kind extends SourceKindId = SourceKindId> {
  source: SourceOf<Kind>
  readOnly: boolean
  /** One undoable edit; edits in a row with the same `merge` key are one undo step (typing). */
  edit(label: string, recipe: (draft: SourceOf<Kind>) => void, merge?: string): void
}

/** Edits a data source of the open project. */
export const editSource = (context: ProjectContext, id: string): EditItem<DataSource> =>
  itemEditor(context, ({ dataSources }) => dataSources, id)
