import { droppedBodies } from '#engine/ports/body-store.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { Live } from '#engine/load/measures.ts'
import type { LoadReport } from '#engine/load/report.ts'
import { runLoad, type LoadOptions } from '#engine/load/run-load.ts'
import { ok } from '#engine/base/result.ts'
import type { Ports } from '#engine/ports/index.ts'
import { sentByCompanion } from '#engine/project/companion-needs.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { companionGone } from '#relay/link-client.ts'
import { workerRequestTexts } from '../request-texts.ts'
import { workerTexts } from '../texts.ts'
import type { ProjectPorts } from './project-ports.ts'
import { localIdOf, type ProjectSource } from './run-protocol.ts'
import { secretsFor } from './secrets-for.ts'

/** What a page's worker does of load: a browser has six connections for each host. */
const limits = { users: 6, requestsPerSecond: 300 }

/** What is asked of a load test, and where scripts of logins end. */
type AskedLoadOptions = LoadOptions & { redirectUri: string }

/** A load test that goes on; `signal` is its Stop. */
interface Asked {
  project: Project
  test: LoadTest
  source: ProjectSource
  tell(live: Live): void
  signal: AbortSignal
}

/** A load test opens no windows: who has a token already needs none. */
const noLogin: Ports['login'] = {
  redirectUri: async () => '',
  authorize: () =>
    Promise.reject(new AssayError('oauth-no-browser', workerRequestTexts.loadLogin, { hint: workerRequestTexts.loadLoginHint })),
}

/** Where a load test is run. */
export type LoadPlace = 'page' | 'companion'

/** Runs load tests of the page, one at a time. */
export function createLoadCalls(ports: ProjectPorts) {
  /** Ends the one that goes on: from its first moment on, as a Stop may come while the project is still being read. */
  let running: AbortController | undefined
  const inPage = async ({ project, test, source, tell, signal }: Asked, options: LoadOptions) => {
    const stands = await ports.companionStands()
    const host = await ports.forRun(source, { id: crypto.randomUUID(), login: noLogin, bodies: droppedBodies })
    try {
      const controls = { signal, onSecond: tell, limits }
      return await runLoad(stands ? sentByCompanion(project) : project, test, options, host.ports, controls)
    } finally {
      await host.close()
    }
  }
  const atCompanion = async ({ project, test, source, tell, signal: stopped }: Asked, asked: AskedLoadOptions) => {
    const session = await ports.atCompanion(source)
    if (session === undefined) throw companionGone()
    // What was measured comes back by the call itself, so that is never given up.
    const { signal } = new AbortController()
    const stop = () => void session.call('load.stop', null, { signal }).catch(() => undefined)
    try {
      const secrets = await secretsFor(project, ports.secrets(source))
      const tokens = await ports.tokens(localIdOf(source)).list()
      const { redirectUri, ...options } = asked
      if (stopped.aborted) throw new AssayError('cancelled', workerTexts.cancelled)
      stopped.addEventListener('abort', stop, { once: true })
      const { result } = await session.call(
        'load.run',
        { test: test.id, options, secrets, tokens, redirectUri },
        { signal, bytes: new TextEncoder().encode(writeProject(project)), onProgress: tell },
      )
      return ok(result)
    } finally {
      await session.close()
    }
  }
  return {
    /**
     * Runs a load test of the project: whole at the companion, or within what a browser can do. Reports the current state once
     * a second. Rejects if it can't start.
     */
    async run(
      source: ProjectSource,
      id: string,
      place: LoadPlace,
      options: AskedLoadOptions,
      tell: Asked['tell'],
    ): Promise<LoadReport> {
      if (running) throw new AssayError('run-busy', workerRequestTexts.loadBusy)
      const abort = (running = new AbortController())
      try {
        const project = await ports.project(source)
        const test = project.loadTests.find((one) => one.id === id)
        if (!test) throw new AssayError('reference-missing', workerRequestTexts.noLoadTest)
        const done = await (place === 'companion' ? atCompanion : inPage)(
          { project, test, source, tell, signal: abort.signal },
          options,
        )
        if (!done.ok) throw done.error
        return done.value
      } finally {
        running = undefined
      }
    },
    /** Starts nothing more; what was measured is returned by the call that runs. */
    stop: async (): Promise<void> => running?.abort(),
  }
}
