import type { RelaySession } from '#relay/link-server.ts'
import type { RelayContext } from '../relay-context.ts'
import type { FromProcess, RunTask } from './process-messages.ts'
import type { RunProcess } from './run-process.ts'
import { createScriptLogins } from './script-logins.ts'

/** Starts the process of a run or a load test, within what the session may reach; its logins are answered here. */
export function startForSession(
  context: RelayContext,
  session: RelaySession,
  { file, ...task }: RunTask & { file: Uint8Array | undefined },
  hear: (message: FromProcess) => void,
): RunProcess {
  const { port, proxy, processes } = context
  const bounds = { port, proxy, hosts: [...session.hosts], file: file ?? new Uint8Array() }
  const logins = createScriptLogins(session, context, (message) => work.post(message))
  const work = processes.start({ ...task, ...bounds }, (message) => {
    if ('login' in message) logins.login(message)
    else if ('leave' in message) logins.leave(message.leave)
    else hear(message)
  })
  void work.ended.then(logins.end, logins.end)
  return work
}
