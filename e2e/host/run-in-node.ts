import type { Project } from '#engine/project/schema.ts'
import type { RunEvent } from '#engine/runner/events.ts'
import { plan } from '#engine/runner/plan.ts'
import { run } from '#engine/runner/run.ts'
import type { RunOptions } from '#engine/runner/selection.ts'
import { createNodePorts } from '#platform/node/ports.ts'

/** Runs a project as the command line does, and gives its events. */
export async function runInNode(project: Project, options: RunOptions = {}): Promise<RunEvent[]> {
  const planned = plan(project, options)
  if (!planned.ok) throw planned.error
  const node = createNodePorts()
  const events: RunEvent[] = []
  await run(planned.value, node.ports, { signal: new AbortController().signal, emit: (event) => events.push(event) })
  await node.close()
  return events
}
