import type { EditDraft } from '#engine/project/edit/compose.ts'
import { addCase, addSuite, freeName } from '#engine/project/edit/structure.ts'
import { emptyCase } from '#engine/project/empty.ts'
import { inheritCredentials } from '#engine/project/inherit-credentials.ts'
import type { Variable } from '#engine/project/format/schema.ts'
import type { MadeSteps } from '#workers/api.worker.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { levelsOfCase, levelsOfSuite } from '../header-levels.ts'
import { newId } from '../new-id.ts'
import type { ProjectContext } from '../project-context.ts'
import { apiTexts as t } from './texts.ts'

/** Adds variables that steps refer to, where neither the project nor an environment has them. */
function addVariables({ head }: EditDraft, needed: readonly Variable[]): void {
  const known = new Set([...head.variables, ...head.environments.flatMap(({ variables }) => variables)].map(({ name }) => name))
  head.variables.push(...needed.filter(({ name }) => !known.has(name)))
}

/** Creates a case from an operation, in the suite of its tag, and opens it. */
export function makeCase({ workspace, router }: ProjectContext, described: MadeSteps): void {
  const suites = workspace.head()?.suites ?? []
  const suite = suites.find(({ name }) => name === described.suite)
  const made = inheritCredentials(described, levelsOfSuite(workspace.head(), suite?.id))
  const suiteId = suite?.id ?? newId()
  const name = freeName(
    made.name,
    (suite?.cases ?? []).map((one) => one.name),
  )
  const one = {
    ...emptyCase(newId(), name),
    variables: made.variables,
    steps: [...made.before, made.request, made.check],
  }
  const done = workspace.edit(t.edits.makeCase(name), [], (draft) => {
    if (!suite) addSuite(draft, suiteId, made.suite)
    addCase(draft, suiteId, one)
    addVariables(draft, made.projectVariables)
  })
  const project = workspace.localId()
  if (!done || !project) return
  router.go({ project, case: one.id })
  showToast(t.made(name), 'info')
}

/** Puts the request of an operation at the end of a case, and opens it. */
export async function makeRequest({ workspace, router }: ProjectContext, caseId: string, described: MadeSteps): Promise<void> {
  const into = await workspace.load(caseId)
  if (!into) return
  const made = inheritCredentials(described, levelsOfCase(workspace.head(), into))
  const name = freeName(
    made.request.name,
    into.steps.map((step) => step.name),
  )
  const done = workspace.edit(t.edits.makeRequest(name), [caseId], (draft) => {
    const one = draft.cases[caseId]
    if (!one) return
    const known = new Set(one.variables.map((variable) => variable.name))
    one.variables.push(...made.variables.filter((variable) => !known.has(variable.name)))
    one.steps.push({ ...made.request, name })
    addVariables(draft, made.projectVariables)
  })
  const project = workspace.localId()
  if (done && project) router.go({ project, case: caseId, step: made.request.id })
}
