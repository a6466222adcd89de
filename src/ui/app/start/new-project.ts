import type { ProjectContext } from '../../project/project-context.ts'

/** A new project, and on narrow screens the page on which it is set up. */
export function newProject({ files, panes }: ProjectContext): void {
  void files.newProject().then(() => panes.showPage('step'))
}
