import { givenRequest } from '#engine/derived-tests/designs/parts.ts'
import type { Design } from '#engine/design/schemas.ts'
import { caseAsSent } from '#engine/project/headers-sent.ts'
import { canonical } from '#engine/base/encoding/canonical-json.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { designClient } from '#workers/design-client.ts'
import type { ShapeSource } from '#workers/design.worker.ts'
import { levelsOfCase } from '../../header-levels.ts'
import type { ProjectContext } from '../../project-context.ts'

/** A request as it is sent, and the steps of the case that it is in. */
export interface FoundStep {
  case: string
  steps: readonly Step[]
  step: SendRequestStep
}

/** A request of the project by its id; its case is read if it is not in memory. */
export async function findRequest({ workspace }: Pick<ProjectContext, 'workspace'>, id: string): Promise<FoundStep | undefined> {
  const inMemory = workspace.cases()
  const ids = (workspace.head()?.suites ?? []).flatMap(({ cases }) => cases.map((one) => one.id))
  for (const caseId of ids.toSorted((a, b) => Number(inMemory.has(b)) - Number(inMemory.has(a)))) {
    const one = await workspace.load(caseId)
    if (!one?.steps.some((found) => found.id === id)) continue
    const { steps } = caseAsSent(one, levelsOfCase(workspace.head(), one))
    const step = steps.find((found) => found.id === id)
    if (step && isSendRequestStep(step)) return { case: caseId, steps, step }
  }
  return undefined
}

/** Where the model of a design comes from; undefined if that is no longer there, or it was typed. */
export async function shapeSource(
  context: Pick<ProjectContext, 'workspace'>,
  { source }: Pick<Design, 'source'>,
): Promise<ShapeSource | undefined> {
  if (source?.operation !== undefined) {
    const api = context.workspace.head()?.apis.find(({ id }) => id === source.api)
    return api && { document: api.document, operation: source.operation }
  }
  const found = source?.step === undefined ? undefined : await findRequest(context, source.step)
  return found && { request: givenRequest(found.step) }
}

let held = (): boolean => false
/** Documents are distinguished by numbers: they are long. */
const documents = new Map<string, number>()
function numberOf(document: string): number {
  const known = documents.get(document) ?? documents.size
  documents.set(document, known)
  return known
}

const opened = new Map<string, Promise<{ title: string; notes: readonly string[] }>>()

/**
 * Opens a source in the worker, if it isn't: gives its name there, and what could not be inferred from it. AssayError
 * `design-unusable`.
 */
export async function openShape(of: ShapeSource): Promise<{ key: string; title: string; notes: readonly string[] }> {
  // A new worker has nothing of what the previous one held.
  if (!held()) opened.clear()
  const key = 'request' in of ? canonical(of.request) : `${of.operation} ${numberOf(of.document)}`
  let known = opened.get(key)
  if (!known) {
    known = designClient.api.open(key, of)
    opened.set(key, known)
    held = designClient.watch()
  }
  return { key, ...(await known) }
}
