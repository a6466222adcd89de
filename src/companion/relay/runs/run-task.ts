import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import { withRunId } from '#engine/ports/with-run-id.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import type { RunMemory } from '#engine/runner/execute/run-memory.ts'
import { run } from '#engine/runner/run.ts'
import type { AskedRun } from '#relay/calls.ts'
import { createSession } from '#relay/session.ts'
import { sendAndReport, httpOf } from '../http.ts'
import { relayServerTexts as texts } from '../texts.ts'
import type { FromProcess, ProcessTask, RunBounds } from './process-messages.ts'
import { projectIn } from './project-in.ts'
import { createQuestions, type Questions } from './questions.ts'
import { createRunTeller, type RunTeller } from './run-teller.ts'
import { sessionPorts } from './session-ports.ts'

/** The ports, which let nothing out before the page may hear of it. */
function inStep({ scripts, ...ports }: Ports, teller: RunTeller, { isThere }: Questions): Ports {
  const ready = async (): Promise<void> => {
    await teller.ready()
    await isThere()
  }
  const context = { onSent: teller.sent }
  return {
    ...ports,
    http: {
      async send(request, signal) {
        await ready()
        const answer = await sendAndReport(
          context,
          request,
          () => ports.http.send(request, signal),
          ({ body }) => body.length,
        )
        return { ...answer, by: 'companion' }
      },
    },
    ...(scripts
      ? {
          scripts: {
            ...scripts,
            async login(...login) {
              await ready()
              return scripts.login(...login)
            },
          },
        }
      : {}),
    sql: {
      drivers: ports.sql.drivers,
      async query(...query) {
        await ready()
        return ports.sql.query(...query)
      },
    },
    clock: {
      ...ports.clock,
      async sleep(ms, signal) {
        await teller.ready()
        // A run that only calculates lets messages come: a Stop, and what the page has taken.
        if (ms === 0) await new Promise((resolve) => setImmediate(resolve))
        return ports.clock.sleep(ms, signal)
      },
    },
  }
}

/** Executes a run as `assay run` does, within its bounds. */
export function startRunTask(
  asked: AskedRun,
  { file, hosts, ...bounds }: RunBounds,
  post: (message: FromProcess) => void,
): ProcessTask {
  const abort = new AbortController()
  const { signal } = abort
  const session = createSession(hosts)
  const questions = createQuestions(post, signal)
  const teller = createRunTeller(post, questions, signal)
  let redactor: Redactor | undefined
  /** Values that are concealed before there is a redactor. */
  const concealed: [name: string, value: string][] = []
  const memory: RunMemory = { set: teller.set, keep: teller.keep, restore: () => undefined, result: () => undefined }
  const work = async () => {
    const planned = plan(projectIn(file), asked.options)
    if (!planned.ok) throw planned.error
    const ports = sessionPorts(session, {
      port: bounds.port,
      http: await httpOf(session, bounds),
      secrets: asked.secrets,
      redirectUri: asked.redirectUri,
      inPage: texts.run.inPage,
      login: questions.login,
      tokens: teller.tokens,
      locks: teller.locks,
      bodies: { put: (body, mediaType) => ({ id: teller.body(body, mediaType), size: body.length, mediaType }) },
    })
    post({ begun: true })
    const controls = {
      signal,
      emit: teller.event,
      memory,
      onSecret: teller.secret,
      onRedactor(made: Redactor) {
        redactor = made
        for (const one of concealed) made.add(...one)
      },
    }
    const random = withRunId(ports.random, asked.run)
    const end = await run(planned.value, { ...inStep(ports, teller, questions), random }, controls)
    teller.flush()
    return end
  }
  return {
    work: work(),
    stop: () => abort.abort(),
    close: () => session.close(),
    hear(message) {
      questions.heard()
      if ('taken' in message) teller.taken(message.taken)
      else if ('answered' in message) questions.answered(message.answered, message.value, message.error)
      else if ('login' in message) questions.loginTold(message.login, message.told)
      else if ('conceal' in message) {
        if (redactor) redactor.add(message.name, message.value)
        else concealed.push([message.name, message.value])
        teller.flush()
        post({ concealed: message.conceal })
      }
    },
  }
}
