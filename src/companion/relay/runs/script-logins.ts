import type { RelaySession } from '#relay/link-server.ts'
import { wireError } from '#relay/errors.ts'
import type { RelayContext } from '../relay-context.ts'
import type { FromProcess } from './process-messages.ts'
import type { ToTask } from './run-process.ts'

/** The logins of a process, in the session's browser, which this process closes whatever happens to that one. */
export interface ScriptLogins {
  login(asked: Extract<FromProcess, { login: number }>): void
  leave(number: number): void
  /** Ends those that go on. */
  end(): void
}

/** Carries them out; what they come to is said by `post`. */
export function createScriptLogins(session: RelaySession, context: RelayContext, post: (message: ToTask) => void): ScriptLogins {
  const going = new Map<number, AbortController>()
  const runLogin = async ({ login, script }: Extract<FromProcess, { login: number }>, signal: AbortSignal): Promise<string> => {
    const { loginsOf } = await import('../login.ts')
    return (await loginsOf(session, context)).login(script, (told) => post({ login, told }), signal)
  }
  return {
    login(asked) {
      const abort = new AbortController()
      going.set(asked.login, abort)
      void runLogin(asked, abort.signal)
        .then(
          (value) => post({ answered: asked.login, value }),
          (thrown: unknown) => post({ answered: asked.login, error: wireError(thrown) }),
        )
        .finally(() => going.delete(asked.login))
    },
    leave: (number) => going.get(number)?.abort(),
    end() {
      for (const abort of going.values()) abort.abort()
    },
  }
}
