import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { ProjectContext } from './project-context.ts'

/** Changes one entry of a list in one undoable edit; edits in a row with the same `merge` key are one undo step (typing). */
export type EditItem<Item> = (label: string, recipe: (draft: Item) => void, merge?: string) => void

/** Edits of the entry with this id in a list of the open project: a suite, an environment, a connection. One that is gone is left alone. */
export const itemEditor =
  <Item extends { id: string }>(
    { workspace }: Pick<ProjectContext, 'workspace'>,
    list: (head: ProjectHead) => Item[],
    id: string,
  ): EditItem<Item> =>
  (label, recipe, merge) =>
    void workspace.edit(
      label,
      [],
      ({ head }) => {
        const draft = list(head).find((one) => one.id === id)
        if (draft) recipe(draft)
      },
      merge && `${id}/${merge}`,
    )
