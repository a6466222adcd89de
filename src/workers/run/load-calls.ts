import { AssayError } from '#engine/base/errors.ts'
import type { Live } from '#engine/load/measures.ts'
import type { LoadReport } from '#engine/load/report.ts'
import { runLoad, type LoadOptions } from '#engine/load/run-load.ts'
import { ok } from '#engine/base/result.ts'
import type { Ports } from '#engine/ports/index.ts'
import { sentByCompanion } from '#engine/project/companion-needs.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import type { Project } from '#engine/project/schema.ts'
import { writeProject } from '#engine/project/write.ts'
import { companionGone } from '#relay/link-client.ts'
import { askedTexts } from '../asked-texts.ts'
import type { ProjectPorts } from './project-ports.ts'
import { localIdOf, type ProjectSource } from './run-protocol.ts'
import { secretsFor } from './secrets-for.ts'

/** What a page's worker does of load: a browser has six connections for each host. */
const limits = { users: 6, requestsPerSecond: 300 }

/** What is asked of a load test, and where scripts of logins end. */
type AskedLoadOptions = LoadOptions & { redirectUri: string }

type Tell = (live: Live) => void

/** A load test opens no windows: who has a token already needs none. */
const noLogin: Ports['login'] = {
  redirectUri: async () => '',
  authorize: () => Promise.reject(new AssayError('oauth-no-browser', askedTexts.loadLogin, { hint: askedTexts.loadLoginHint })),
}

const noBodies: Ports['bodies'] = { put: (body, mediaType) => ({ id: '', size: body.length, mediaType, dropped: true }) }

/** Where a load test is carried out. */
export type LoadPlace = 'page' | 'companion'

/** Carries out load tests of the page, one at a time. */
export function createLoadCalls(ports: ProjectPorts) {
  /** Ends the one that goes on. */
  let stop: (() => void) | undefined
  const inPage = async (project: Project, test: LoadTest, source: ProjectSource, options: LoadOptions, tell: Tell) => {
    const abort = new AbortController()
    stop = () => abort.abort()
    const stands = await ports.companionStands()
    const host = await ports.forRun(source, { id: crypto.randomUUID(), login: noLogin, bodies: noBodies })
    try {
      const controls = { signal: abort.signal, onSecond: tell, limits }
      return await runLoad(stands ? sentByCompanion(project) : project, test, options, host.ports, controls)
    } finally {
      await host.close()
    }
  }
  const atCompanion = async (project: Project, test: LoadTest, source: ProjectSource, asked: AskedLoadOptions, tell: Tell) => {
    const session = await ports.atCompanion(source)
    if (session === undefined) throw companionGone()
    const { signal } = new AbortController()
    stop = () => void session.call('load.stop', null, { signal }).catch(() => undefined)
    try {
      const secrets = await secretsFor(project, ports.secrets(source))
      const tokens = await ports.tokens(localIdOf(source)).list()
      const { redirectUri, ...options } = asked
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
     * Runs a load test of the project: whole at the companion, or within what a browser can do. Tells once a second how it stands. Rejects if it
     * can't begin.
     */
    async run(source: ProjectSource, id: string, place: LoadPlace, options: AskedLoadOptions, tell: Tell): Promise<LoadReport> {
      if (stop) throw new AssayError('run-busy', askedTexts.loadBusy)
      stop = () => undefined
      try {
        const project = await ports.project(source)
        const test = project.loadTests.find((one) => one.id === id)
        if (!test) throw new AssayError('reference-missing', askedTexts.noLoadTest)
        const done = await (place === 'companion' ? atCompanion : inPage)(project, test, source, options, tell)
        if (!done.ok) throw done.error
        return done.value
      } finally {
        stop = undefined
      }
    },
    /** Begins nothing more; what was measured is given back by the call that runs. */
    stop: async (): Promise<void> => stop?.(),
  }
}
