import { projectSource } from './ask-worker.ts'
import type { ProjectContext } from './project-context.ts'

/**
 * The private hosts that a project names, and that the user has not allowed through the companion; with all that it then may
 * reach.
 */
export async function hostsToAllow(
  { workspace, services }: Pick<ProjectContext, 'workspace' | 'services'>,
  environment: string | undefined,
): Promise<{ asked: string[]; allow(): Promise<void> } | undefined> {
  const localId = workspace.localId()
  if (localId === undefined) return undefined
  const { hosts } = await services.client.companion.needs(await projectSource(workspace, localId), environment)
  const asked = hosts.filter((one) => one.private && !one.allowed).map(({ host }) => host)
  const allow = () =>
    services.client.companion.allowHosts(
      localId,
      hosts.filter((one) => one.private || one.allowed).map(({ host }) => host),
    )
  return asked.length === 0 ? undefined : { asked, allow }
}
