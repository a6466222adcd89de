import { freeName } from '#engine/project/edit/structure.ts'
import { tokenStepNear, usualSteps } from '#engine/project/default-steps.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { setAuth } from '../../steps/send-request/auth/request-auth.ts'
import { newId } from '../new-id.ts'
import type { ProjectContext } from '../project-context.ts'
import { actionTexts } from '../actions/action-texts.ts'

/** See `EditorContext.addTokenStep`; one undoable edit, after which the new step is open. */
export async function addTokenStep(
  { workspace, router }: ProjectContext,
  place: { case: string; request: string },
): Promise<void> {
  const one = await workspace.load(place.case)
  const head = workspace.head()
  const project = workspace.localId()
  if (!one || !head || !project) return
  const name = freeName(
    factsOf({ kind: 'oauth2' }).newName,
    one.steps.map((step) => step.name),
  )
  const like = tokenStepNear({ head, cases: workspace.cases() }, place.case)
  const [token] = usualSteps(head, { token: name, request: '', check: '' }, newId, like)
  if (!token || !('variableName' in token)) return
  const { variableName } = token
  const done = workspace.edit(actionTexts.edits.addStep, [place.case], ({ cases }) => {
    const steps = cases[place.case]?.steps
    const request = steps?.find(({ id }) => id === place.request)
    if (!steps || !request || !isSendRequestStep(request)) return
    setAuth(request, { kind: 'bearer', token: `\${${variableName}}` })
    steps.splice(steps.indexOf(request), 0, token)
  })
  if (done) router.go({ project, case: place.case, step: token.id })
}
