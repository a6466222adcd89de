import { assistantClient } from '#workers/assistant-client.ts'
import type { ProjectContext } from '../../project/project-context.ts'
import type { Completion } from './completion.ts'
import { texts } from '../texts.ts'
import { toldProjects } from '../recent-projects.ts'
import { unlessGone } from '../settings/unless-gone.ts'

/** Everything that a sign can name just now. */
export async function completionsOf(context: ProjectContext, sign: '@' | '/'): Promise<Completion[]> {
  const { projects, active } = await toldProjects(context)
  const told = projects.find(({ key }) => key === active)
  if (!told) return []
  if (sign === '/') {
    const known = await unlessGone(assistantClient.forms(told), undefined)
    return (known?.forms ?? []).map(({ id, title, about }) => ({ label: title, text: `/${id}`, detail: about }))
  }
  const mentions = await unlessGone(assistantClient.mentions(told), [])
  return mentions.map(({ kind, name }) => ({ label: name, text: `"${name}"`, detail: texts.mentioned[kind] }))
}
