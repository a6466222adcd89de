import { AssayError, textOf } from '#engine/base/errors.ts'
import { jsonText } from '#engine/base/encoding/json-text.ts'
import { createRedactor, type Redactor } from '#engine/base/secrets/redactor.ts'
import type { BodyStore } from '#engine/ports/index.ts'
import { largest } from '#engine/project/problems/limits.ts'
import { closingEvents } from '#engine/runner/report/closing-events.ts'
import type { Plan } from '#engine/runner/plan/plan.ts'
import type { RunMemory } from '#engine/runner/execute/run-memory.ts'
import type { WindowLogin } from '#platform/browser/login.ts'
import { followRun } from '#relay/follow-run.ts'
import type { ProjectPorts } from '../project-ports.ts'
import type { ProjectSource, RunPage } from '../run-protocol.ts'
import { secretsFor } from '../secrets-for.ts'
import type { ToldRun } from './store-run.ts'
import { onlyPlanned, whyNotWhole } from '../whole-plan.ts'

/** The run that goes on. */
export interface Running {
  run: string
  abort: AbortController
  /** Once the project has been read. */
  login?: WindowLogin
  /** Masks a value in what the companion tells of it; resolves when all that was sent before has been taken. */
  conceal?(name: string, value: string): Promise<unknown>
}

/** A run that has been planned. */
export interface Going {
  current: Running
  plan: Plan
  page: RunPage
  bodies: BodyStore
  memory: RunMemory
  told: ToldRun
}

/** Notes the last event that comes of a run, for the events that end it when its companion is gone, or has failed. */
function createClosing(told: ToldRun) {
  let last = { seq: 0, at: 0, here: performance.now() }
  const tell: ToldRun['tell'] = (events) => {
    const { seq, at } = events.at(-1) ?? last
    last = { seq, at, here: performance.now() }
    return told.tell(events)
  }
  const close = (thrown: unknown): void => {
    const { code, hint } = thrown instanceof AssayError ? thrown : { code: 'internal' as const, hint: undefined }
    // A Stop that had to end the process of the run is a Stop.
    const broken = code === 'cancelled' ? {} : { broken: { code, ...(hint === undefined ? {} : { hint }) } }
    const at = Math.round(last.at + performance.now() - last.here)
    void told.tell(closingEvents(told.report, { seq: last.seq, at, message: textOf(thrown), ...broken }))
  }
  return { tell, close, hasBegun: () => last.seq > 0 }
}

/**
 * Lets the companion carry a run out, where it can do all of it as the page would. False: it is to be run here, and nothing was
 * sent. Never rejects once it has started there: a link that ends in the middle breaks the run.
 */
export async function runAtCompanion(
  source: ProjectSource,
  going: Going,
  ports: ProjectPorts,
  keepRedactor: (run: string, redactor: Redactor) => void,
): Promise<boolean> {
  const { current, plan, page, told } = going
  const { run, abort } = current
  const session = await ports.atCompanion(source)
  if (session === undefined) return false
  const closing = createClosing(told)
  try {
    if (whyNotWhole(plan, ports.sentAtOnce(session)) !== undefined) return false
    const { project, options } = onlyPlanned(plan)
    const file = new TextEncoder().encode(jsonText(project))
    if (file.length > largest) return false
    const { secrets: vault, ...given } = ports.forWhole(source)
    const secrets = await secretsFor(project, vault).catch(() => undefined)
    // A vault that is locked breaks the steps alone that need it.
    if (secrets === undefined) return false
    const redactor = createRedactor()
    keepRedactor(run, redactor)
    const { signal: never } = new AbortController()
    current.conceal = (name, value) => session.call('run.conceal', { name, value }, { signal: never })
    const parts = { ...going, ...given, session, redactor, tell: closing.tell, signal: abort.signal }
    const following = followRun({ run, options, secrets, redirectUri: page.redirectUri }, file, parts)
    // While the companion reads the project.
    void told.begin()
    return await following
  } catch (thrown) {
    // Of what nothing was taken nothing was sent either.
    if (!closing.hasBegun()) return false
    closing.close(thrown)
    return true
  } finally {
    delete current.conceal
    await session.close()
  }
}
