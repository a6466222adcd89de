import { AssayError } from '#engine/base/errors.ts'
import type { Live } from '#engine/load/measures.ts'
import type { LoadReport } from '#engine/load/report.ts'
import { runLoad, type LoadOptions } from '#engine/load/run-load.ts'
import type { Ports } from '#engine/ports/index.ts'
import { sentByCompanion } from '#engine/project/companion-needs.ts'
import { askedTexts } from './asked-texts.ts'
import type { ProjectPorts } from './project-ports.ts'
import type { ProjectSource } from './run-protocol.ts'

/** What a page's worker does of load: a browser has six connections for each host. */
const limits = { users: 6, requestsPerSecond: 300 }

/** A load test opens no windows: who has a token already needs none. */
const noLogin: Ports['login'] = {
  redirectUri: async () => '',
  authorize: () => Promise.reject(new AssayError('oauth-no-browser', askedTexts.loadLogin, { hint: askedTexts.loadLoginHint })),
}

const noBodies: Ports['bodies'] = { put: (body, mediaType) => ({ id: '', size: body.length, mediaType, dropped: true }) }

/** Carries out load tests of the page, one at a time. */
export function createLoadCalls(ports: ProjectPorts) {
  let running: AbortController | undefined
  return {
    /** Runs a load test of the project within what a browser can do; tells once a second how it stands. Rejects if it can't begin. */
    async run(source: ProjectSource, id: string, options: LoadOptions, tell: (live: Live) => void): Promise<LoadReport> {
      if (running) throw new AssayError('run-busy', askedTexts.loadBusy)
      const abort = new AbortController()
      running = abort
      let close: (() => Promise<void>) | undefined
      try {
        const stored = await ports.project(source)
        const project = (await ports.companionStands()) ? sentByCompanion(stored) : stored
        const test = project.loadTests.find((one) => one.id === id)
        if (!test) throw new AssayError('reference-missing', askedTexts.noLoadTest)
        const host = await ports.forRun(source, { id: crypto.randomUUID(), login: noLogin, bodies: noBodies })
        close = host.close
        const done = await runLoad(project, test, options, host.ports, { signal: abort.signal, onSecond: tell, limits })
        if (!done.ok) throw done.error
        return done.value
      } finally {
        running = undefined
        await close?.()
      }
    },
    /** Begins nothing more; what was measured is given back by the call that runs. */
    stop: (): void => running?.abort(),
  }
}
