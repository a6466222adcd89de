import { droppedBodies } from '#engine/ports/body-store.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { Live } from '#engine/load/measures.ts'
import { runLoad } from '#engine/load/run-load.ts'
import { createLocalLocks } from '#engine/ports/local-locks.ts'
import { createNodeTokens } from '#platform/node/tokens.ts'
import type { AskedLoad } from '#relay/calls.ts'
import { createSession } from '#relay/session.ts'
import { httpOf } from '../http.ts'
import { relayServerTexts as texts } from '../texts.ts'
import type { FromProcess, ProcessTask, RunBounds } from './process-messages.ts'
import { projectIn } from './project-in.ts'
import { createQuestions } from './questions.ts'
import { sessionPorts } from './session-ports.ts'

/** Runs a load test as `assay load` does, within its bounds. It keeps its tokens to itself, and no bodies. */
export function startLoadTask(
  { tokens: known, ...asked }: AskedLoad,
  { file, hosts, ...bounds }: RunBounds,
  post: (message: FromProcess) => void,
): ProcessTask {
  const abort = new AbortController()
  const over = new AbortController()
  const session = createSession(hosts)
  const questions = createQuestions(post, over.signal)
  const work = async () => {
    const project = projectIn(file)
    const test = project.loadTests.find(({ id }) => id === asked.test)
    if (test === undefined) throw new AssayError('reference-missing', texts.load.missing)
    const tokens = createNodeTokens()
    for (const { token, ...key } of known) await tokens.put(key, token)
    const ports = sessionPorts(session, {
      port: bounds.port,
      http: await httpOf(session, bounds, true),
      secrets: asked.secrets,
      redirectUri: asked.redirectUri,
      inPage: texts.load.inPage,
      login: questions.login,
      tokens,
      locks: createLocalLocks(),
      bodies: droppedBodies,
    })
    post({ begun: true })
    const controls = { signal: abort.signal, onSecond: (second: Live) => post({ second }) }
    const done = await runLoad(project, test, asked.options, ports, controls)
    if (!done.ok) throw done.error
    return done.value
  }
  return {
    work: work(),
    stop: () => abort.abort(),
    async close() {
      over.abort()
      await session.close()
    },
    hear(message) {
      if ('answered' in message) questions.answered(message.answered, message.value, message.error)
      else if ('login' in message) questions.loginTold(message.login, message.told)
    },
  }
}
