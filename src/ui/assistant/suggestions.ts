import { createResource, type Accessor } from 'solid-js'
import { assistantClient } from '#workers/assistant-client.ts'
import type { ProjectContext } from '../project/project-context.ts'
import { toldProjects } from './told-projects.ts'
import { unlessGone } from './unless-gone.ts'

/** Requests that fit what is selected, anew whenever something else is. */
export function useSuggestions(context: ProjectContext): Accessor<readonly string[]> {
  const { workspace, router } = context
  const place = () => {
    const localId = workspace.localId()
    const { suite, case: opened, step } = router.route()
    // A change of the project may make others fit.
    return localId === undefined ? undefined : { localId, suite, opened, step, undo: workspace.history().undo }
  }
  const [found] = createResource(
    place,
    async ({ suite, opened, step }) => {
      const { projects, active } = await toldProjects(context)
      const told = projects.find(({ key }) => key === active)
      if (!told) return []
      const focus = { ...(suite ? { suite } : {}), ...(opened ? { case: opened } : {}), ...(step ? { step } : {}) }
      return unlessGone(assistantClient.suggestions(told, focus, navigator.language), [])
    },
    { initialValue: [] },
  )
  return () => found.latest
}
