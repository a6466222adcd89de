import type { Project } from '#engine/project/format/schema.ts'
import type { selectSteps } from '#engine/runner/plan/select-steps.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { needsLogin } from '#engine/steps/oauth2/login-plan.ts'
import { isTokenOf } from '#engine/steps/oauth2/token-key.ts'
import type { TokenSummary } from '../run-protocol.ts'

/** What the page knows of a project's tokens without asking: the decision at a click can't wait (spec: Windows). */
export interface LoginMirror {
  /** Reads a project's tokens, soon; many calls at once are one. Those that were never read are read at once. */
  refresh(localId: string): void
  /** Whether a run of `project` will open a login window; false while its tokens were not read yet. */
  willNeedWindow(localId: string, project: Project, options: RunOptions): boolean
}

const settleAfter = 400

/** Creates the mirror; `read` asks the worker. A read that fails leaves what was known. */
export function createLoginMirror(
  read: (localId: string) => Promise<TokenSummary[]>,
  now: () => number = () => Date.now(),
): LoginMirror {
  const known = new Map<string, TokenSummary[]>()
  /** Comes with the first tokens: it reads templates, which the page's first screen does without. */
  let select: typeof selectSteps | undefined
  const planned = new Map<string, ReturnType<typeof setTimeout>>()
  return {
    refresh(localId) {
      clearTimeout(planned.get(localId))
      const again = async () => {
        planned.delete(localId)
        select ??= (await import('#engine/runner/plan/select-steps.ts')).selectSteps
        known.set(localId, await read(localId))
      }
      planned.set(
        localId,
        setTimeout(() => void again().catch(() => undefined), known.has(localId) || planned.has(localId) ? settleAfter : 0),
      )
    },
    willNeedWindow(localId, project, options) {
      const tokens = known.get(localId)
      if (!tokens || !select) return false
      const { environment = '' } = options
      return select(project, options).some(({ cases }) =>
        cases.some(({ steps }) =>
          steps.some((step) => {
            if (!isOAuth2Step(step)) return false
            const token = tokens.find(
              (candidate) => candidate.environment === environment && isTokenOf(step, candidate, project.shareTokens === true),
            )
            return needsLogin(step, token, now())
          }),
        ),
      )
    },
  }
}
