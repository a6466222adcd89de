import type { Project } from '#engine/project/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import type { ProjectContext } from '../project/project-context.ts'
import { environmentKey } from '../project/environment-choice.ts'
import type { Demo } from '../page/services.ts'

/** Stores the sample as a project of its own, chooses its environment and shows it. */
export async function openSample({ workspace, router, services }: ProjectContext, demo: Demo): Promise<void> {
  const project = pointAt(demo)
  const { localId } = await workspace.import(project)
  const environment = project.environments.find((one) => one.name === 'Demo')
  if (environment) await services.store.putSetting(environmentKey(localId), environment.id)
  // Whoever was quicker with a project of their own keeps it on the screen; the sample is in the project menu.
  if (router.route().project !== undefined) return
  // The address first, so that nothing else of the project is drawn for a moment.
  router.go({ project: localId, ...sampleStart(project) }, true)
  await workspace.open(localId)
}

/** The sample with the addresses at which its provider and API are served now. */
function pointAt({ project, provider, api }: Demo): Project {
  const address: Record<string, string> = { idp: provider.replace(/\/$/, ''), baseUrl: api.replace(/\/$/, '') }
  const moved = project.environments
    .flatMap(({ name, variables }) => (name === 'Demo' ? variables : []))
    .flatMap(({ name, value }) =>
      typeof value === 'string' && address[name] !== undefined ? [[value, address[name]] as const] : [],
    )
  return {
    ...project,
    // The description of the API names its address too.
    apis: project.apis.map((one) => ({
      ...one,
      document: moved.reduce((text, [from, to]) => text.replaceAll(from, to), one.document),
    })),
    environments: project.environments.map((environment) =>
      environment.name === 'Demo'
        ? {
            ...environment,
            variables: environment.variables.map((variable) => {
              const value = address[variable.name]
              return value === undefined ? variable : { ...variable, value }
            }),
          }
        : environment,
    ),
  }
}

/** Where the sample opens: the step that gets the token. */
function sampleStart(sample: Project): { case?: string; step?: string } {
  const cases = sample.suites.flatMap((suite) => suite.cases)
  const one = cases.find((found) => found.name === 'Create then delete') ?? cases[0]
  const step = one?.steps.find(isOAuth2Step) ?? one?.steps[0]
  return { ...(one ? { case: one.id } : {}), ...(step ? { step: step.id } : {}) }
}
