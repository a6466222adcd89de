import type { LoadReport } from '#engine/load/report.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { Capability, RelaySession } from '#relay/link-server.ts'
import type { RelayContext } from '../relay-context.ts'
import { relayServerTexts as texts } from '../texts.ts'
import type { RunProcess, StopLimits } from './run-process.ts'
import { startForSession } from './start-for-session.ts'

/** A load test takes the whole processor, and its iterations have 10 s to end: a report is worth the wait. */
const stopLimits: StopLimits = { heard: 3_000, ended: 15_000 }

/** The load test of a session; Stop may be heard before it starts. */
interface LoadHere {
  isStopped: boolean
  process?: RunProcess
}

const loadOf = (session: RelaySession): Promise<LoadHere> =>
  session.resource('load', async () => {
    const value: LoadHere = { isStopped: false }
    return { value, close: () => value.process?.close() }
  })

/** Runs a load test as `assay load` does, within what the session may reach. */
export const loadRun =
  (context: RelayContext): Capability<'load.run'> =>
  async ({ params, bytes, signal, session, progress }) => {
    const here = await loadOf(session)
    let hasBegun = false
    const work = startForSession(context, session, { begin: 'load', asked: params, file: bytes }, (message) => {
      if ('begun' in message) {
        hasBegun = true
        context.onLoad?.()
      } else if ('second' in message) progress(message.second)
    })
    here.process = work
    const stop = (): void => work.stop(stopLimits)
    if (here.isStopped || signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const report = (await work.ended.catch((thrown: unknown) => {
      if (!(thrown instanceof AssayError && thrown.code === 'cancelled')) throw thrown
      if (!hasBegun) throw new AssayError('cancelled', texts.load.stoppedBefore)
      throw new AssayError('run-interrupted', texts.load.deaf, { hint: texts.load.deafHint })
    })) as LoadReport
    context.onLoad?.(report)
    return { result: report }
  }

/** Starts nothing more. */
export const loadStop: Capability<'load.stop'> = async ({ session }) => {
  const here = await loadOf(session)
  here.isStopped = true
  here.process?.stop(stopLimits)
  return { result: null }
}
