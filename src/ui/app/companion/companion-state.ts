import { createSignal } from 'solid-js'
import { projectSource } from '../../project/ask-worker.ts'
import type { ProjectContext } from '../../project/project-context.ts'
import type { ProjectNeeds } from '#workers/run/companion/companion-calls.ts'
import type { CompanionStatus, RunClient } from '#workers/run-client.ts'

/** What the page knows of the companion. Reading is reactive. */
export interface CompanionState {
  status(): CompanionStatus
  /** What the open project needs of it; undefined while that is unknown. */
  needs(): ProjectNeeds | undefined
  /** Starts to follow the link, and connects if this browser is paired. */
  follow(): void
  /** Looks again at what the open project needs. */
  look(): Promise<void>
  /** Lets the open project reach a host through the companion, or no more; one after the other, as each says all that are allowed. */
  allow(host: string, on: boolean): Promise<void>
}

const states = new WeakMap<RunClient, CompanionState>()

/** The one state of a page; its parts are loaded at different times. */
export function companionState(context: ProjectContext): CompanionState {
  const { client } = context.services
  const known = states.get(client) ?? createState(context)
  states.set(client, known)
  return known
}

function createState({ services, workspace, environment }: ProjectContext): CompanionState {
  const { companion } = services.client
  const [status, setStatus] = createSignal<CompanionStatus>({ state: 'none' })
  const [needs, setNeeds] = createSignal<ProjectNeeds>()
  let isFollowing = false

  const follow = async (): Promise<void> => {
    void companion.connect().catch(() => undefined)
    try {
      await companion.follow(setStatus, new AbortController().signal)
    } catch {
      // Its worker was ended, and the link with it: the next one starts again.
      setStatus({ state: 'none' })
      isFollowing = false
    }
  }
  const look = async (): Promise<void> => {
    const localId = workspace.localId()
    if (localId === undefined) return void setNeeds(undefined)
    const found = await companion.needs(await projectSource(workspace, localId), environment()).catch(() => undefined)
    if (workspace.localId() === localId) setNeeds(found)
  }
  let allowing: Promise<unknown> = Promise.resolve()
  const allowOne = async (localId: string | undefined, host: string, on: boolean): Promise<void> => {
    const known = needs()?.hosts
    if (localId === undefined || workspace.localId() !== localId || known === undefined) return
    const allowed = known.filter((one) => (one.host === host ? on : one.allowed))
    await companion.allowHosts(
      localId,
      allowed.map((one) => one.host),
    )
    await look()
  }
  return {
    status,
    needs,
    follow() {
      if (isFollowing) return
      isFollowing = true
      void follow()
    },
    look,
    allow(host, on) {
      const localId = workspace.localId()
      const next = allowing.then(() => allowOne(localId, host, on))
      allowing = next.catch(() => undefined)
      return next
    },
  }
}
