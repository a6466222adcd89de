import type { AssistantProject } from '#workers/assistant/assistant-protocol.ts'
import { projectSource } from '../project/ask-worker.ts'
import type { ProjectContext } from '../project/project-context.ts'

/** How many of the newest projects a request may be about. */
const most = 12

/** The projects of this browser as the assistant's worker receives them: it reads them where they are stored. */
export async function projectsForAssistant({
  workspace,
  services,
}: ProjectContext): Promise<{ projects: AssistantProject[]; active?: string }> {
  const { store } = services
  const active = workspace.localId()
  const newest = workspace.projects().slice(0, most)
  const opened = workspace.projects().find(({ localId }) => localId === active)
  const told = opened && !newest.includes(opened) ? [opened, ...newest] : newest
  const projects = await Promise.all(
    told.map(async ({ localId }): Promise<AssistantProject | undefined> => {
      if (localId === active) {
        const source = await projectSource(workspace, localId)
        if ('project' in source) return { key: localId, revision: `unstored ${performance.now()}`, source }
      }
      // Where nothing lasts the worker sees no storage of ours.
      const project = store.lasting ? undefined : await store.project(localId)
      if (!store.lasting && !project) return undefined
      const revision = String(await store.revision(localId))
      return { key: localId, revision, source: project ? { project, localId } : { stored: localId } }
    }),
  )
  return { projects: projects.filter((one) => one !== undefined), ...(active === undefined ? {} : { active }) }
}
