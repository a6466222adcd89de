import type { Project } from '#engine/project/schema.ts'
import type { RunClient, RunSource } from '#workers/run-protocol.ts'
import type { Workspace } from '../project/workspace.ts'
import type { Services } from './services.ts'

/** The run worker's client as the page uses it. */
export interface PageRunClient {
  client: RunClient
  /** Writes what is being typed; to be awaited before a run or a discovery. */
  flush(): Promise<void>
}

type Rest<F> = F extends (source: RunSource, ...rest: infer R) => unknown ? R : never

/** A client that takes the project from the screen when its edits could not be stored (R14), else from the store. */
export function runClientFor(services: Services, workspace: Workspace): PageRunClient {
  let unstored: Project | undefined
  const { client } = services
  const { tokenAction, describeKey } = client
  const fresh = (source: RunSource): RunSource =>
    unstored && 'stored' in source ? { project: unstored, localId: source.stored } : source
  return {
    client: {
      ...client,
      start: (source, options, onEvents) => client.start(fresh(source), options, onEvents),
      ...(tokenAction
        ? { tokenAction: (source: RunSource, ...rest: Rest<typeof tokenAction>) => tokenAction(fresh(source), ...rest) }
        : {}),
      ...(describeKey
        ? { describeKey: (source: RunSource, ...rest: Rest<typeof describeKey>) => describeKey(fresh(source), ...rest) }
        : {}),
      discover: (source, environment, place) => client.discover(fresh(source), environment, place),
    },
    flush: async () => {
      await workspace.flush()
      unstored = workspace.saveState().state === 'not-saved' ? await workspace.snapshot() : undefined
    },
  }
}
