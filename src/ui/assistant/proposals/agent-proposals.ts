import type { AgentProposed, PageVerdict } from '#workers/run-client.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { ProjectContext } from '../../project/project-context.ts'
import { assistantSession } from '../session.ts'
import { assistantTexts as texts } from '../texts.ts'

/** Shows the proposals of agents for the open project as cards, until the signal. */
export async function followAgentProposals(context: ProjectContext, id: string, stop: AbortSignal): Promise<void> {
  const { workspace, services, panes, assistant } = context
  const localId = workspace.localId()
  const take = async (proposed: AgentProposed): Promise<PageVerdict> => {
    const [project, { checkedProposal }] = await Promise.all([workspace.snapshot(), import('./checked-proposal.ts')])
    if (stop.aborted || localId === undefined || workspace.localId() !== localId || project?.id !== id) return 'stale'
    if (workspace.readOnly()) return 'readOnly'
    const checked = await checkedProposal(proposed, project, localId)
    if (typeof checked === 'string') return checked
    if (!assistantSession(context).receive(proposed.from, checked, proposed.notDone)) return 'busy'
    showToast(texts.proposalFrom(proposed.from), 'info', {
      label: texts.review,
      onClick: () => {
        panes.setAssistant(true)
        assistant.setReviewing(true)
        panes.showPage('step')
      },
    })
    return 'shown'
  }
  await services.client.companion.followProposals(id, take, stop).catch(() => undefined)
}
