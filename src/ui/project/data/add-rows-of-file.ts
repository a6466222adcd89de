import { messageWithHint } from '#engine/base/errors.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import type { ProjectContext } from '../project-context.ts'
import { chooseSource } from './chosen-source.ts'
import { rowsOfFile } from './rows-of-file.ts'
import { dataTexts as t } from './texts.ts'

/** Creates a data source from a CSV file that was dropped on the project, and shows it. */
export async function addRowsOfFile(
  file: File,
  { workspace, router, panes }: Pick<ProjectContext, 'workspace' | 'router' | 'panes'>,
  tell: (text: string, kind?: 'error') => void,
): Promise<void> {
  const project = workspace.localId()
  try {
    const table = await rowsOfFile(file)
    if (workspace.localId() !== project) return tell(t.otherProject(file.name), 'error')
    const name = freeName(table.name, new Set(workspace.head()?.dataSources.map((one) => one.name)))
    const done = workspace.edit(t.edits.add(name), [], ({ head }) => void head.dataSources.push({ ...table, name }))
    if (!done || !project) return
    chooseSource(table.id)
    router.go({ project, tab: 'data' })
    panes.showPage('step')
    tell(t.dropped(file.name, table.rows.length, name))
  } catch (thrown) {
    tell(messageWithHint(thrown), 'error')
  }
}
