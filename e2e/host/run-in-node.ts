import type { Project } from '#engine/project/format/schema.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'

/** Runs a project as the command line does, and gives its events. The runner is read only then: Playwright lists all journeys before the first. */
export async function runInNode(project: Project, options: RunOptions = {}): Promise<RunEvent[]> {
  const [{ plan }, { run }, { createNodePorts }] = await Promise.all([
    import('#engine/runner/plan/plan.ts'),
    import('#engine/runner/run.ts'),
    import('#platform/node/ports.ts'),
  ])
  const planned = plan(project, options)
  if (!planned.ok) throw planned.error
  const node = createNodePorts()
  const events: RunEvent[] = []
  await run(planned.value, node.ports, { signal: new AbortController().signal, emit: (event) => events.push(event) })
  await node.close()
  return events
}
