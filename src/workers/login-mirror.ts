import type { RunOptions } from '#engine/runner/selection.ts'
import { needsLogin } from '#engine/steps/oauth2/login-plan.ts'
import { selectedLogins, type LoginStep } from './login-steps.ts'
import type { TokenSummary } from './run-protocol.ts'

/** What the page knows of a project's logins without asking: the decision at a click can't wait (spec: Windows). */
export interface LoginMirror {
  /** Reads a project's login steps and tokens, soon; many calls at once are one. One that was never read is read at once. */
  refresh(project: string): void
  /** Whether a run will open a login window; false for a project that was not read yet. */
  willNeedWindow(project: string, options: RunOptions): boolean
}

const settleAfter = 400

/** Makes the mirror; `read` asks the worker. A read that fails leaves what was known. */
export function createLoginMirror(
  read: (project: string) => Promise<{ logins: LoginStep[]; tokens: TokenSummary[] }>,
  now: () => number = () => Date.now(),
): LoginMirror {
  const known = new Map<string, { logins: LoginStep[]; tokens: TokenSummary[] }>()
  const planned = new Map<string, ReturnType<typeof setTimeout>>()
  return {
    refresh(project) {
      clearTimeout(planned.get(project))
      const again = async () => {
        planned.delete(project)
        known.set(project, await read(project))
      }
      planned.set(
        project,
        setTimeout(() => void again().catch(() => undefined), known.has(project) || planned.has(project) ? settleAfter : 0),
      )
    },
    willNeedWindow(project, { environment = '', selection }) {
      const { logins = [], tokens = [] } = known.get(project) ?? {}
      return selectedLogins(logins, selection).some(({ step }) => {
        const token = tokens.find((candidate) => candidate.step === step.id && candidate.environment === environment)
        return needsLogin(step, token, now())
      })
    },
  }
}
