import { assistantClient } from '#workers/assistant-client.ts'
import type { ProjectContext } from '../project/project-context.ts'
import type { Completion } from './completion.ts'
import { texts } from './texts.ts'
import { toldProjects } from './told-projects.ts'
import { unlessGone } from './unless-gone.ts'

/** Everything that a sign can name just now. */
export async function completionsOf(context: ProjectContext, sign: '@' | '/'): Promise<Completion[]> {
  const { projects, active } = await toldProjects(context)
  const told = projects.find(({ key }) => key === active)
  if (!told) return []
  const { mentions, recipes } = await unlessGone(assistantClient.completions(told), { mentions: [], recipes: [] })
  return sign === '/'
    ? recipes.map(({ text }) => ({ label: text.trim(), text, detail: texts.recipe }))
    : mentions.map(({ kind, name }) => ({ label: name, text: `"${name}"`, detail: texts.mentioned[kind] }))
}
