import type { Project } from '#engine/project/format/schema.ts'
import type { ProjectContext } from '../../project/project-context.ts'
import { firstRequest } from '../../project/files/file-opening.ts'
import { environmentKey } from '../../project/environment-choice.ts'
import type { Demo } from '../../page/services.ts'

/** What the sample says of itself where it runs in the sandbox. */
const texts = {
  sandbox: {
    name: 'Sandbox',
    description: 'An OpenID provider and an orders API inside this browser. Works offline, and nothing leaves the browser.',
    project:
      'Gets tokens from an OpenID provider and calls an orders API with them. Both run inside this browser (environment Sandbox) or on your machine with "npm start" (environment Demo). Sign in as demo with the password demo.',
  },
}

/**
 * Stores the sample as a new project, chooses its environment and shows it: against the demo if one is served here, else the
 * sandbox.
 */
export async function openSample({ workspace, router, services }: ProjectContext): Promise<void> {
  const demo = await services.demo()
  const project = demo ? pointAt(demo) : inSandbox(await services.sandbox())
  const { localId } = await workspace.import(project)
  const [environment] = project.environments
  if (environment) await services.store.putSetting(environmentKey(localId), environment.id)
  // If the user opened a project meanwhile, it stays on the screen; the sample is in the project menu.
  if (router.route().project !== undefined) return
  // The URL first, so that nothing else of the project is drawn for a moment.
  router.go({ project: localId, ...sampleStart(project) }, true)
  await workspace.open(localId)
}

/** The sample with the URLs at which its provider and API are served now. */
function pointAt({ project, provider, api }: Demo): Project {
  const address: Record<string, string> = { idp: provider.replace(/\/$/, ''), baseUrl: api.replace(/\/$/, '') }
  const moved = project.environments
    .flatMap(({ name, variables }) => (name === 'Demo' ? variables : []))
    .flatMap(({ name, value }) =>
      typeof value === 'string' && address[name] !== undefined ? [[value, address[name]] as const] : [],
    )
  return {
    ...project,
    // The API definition contains its URL too.
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

/** The sample with its own environment for the sandbox; the one for the demo is left, for the command line. */
function inSandbox(sandbox: Demo): Project {
  const [demo] = sandbox.project.environments
  const [moved] = pointAt(sandbox).environments
  if (!demo || !moved) return sandbox.project
  const environment = { ...moved, id: 'sandbox', name: texts.sandbox.name, description: texts.sandbox.description }
  return { ...sandbox.project, description: texts.sandbox.project, environments: [environment, demo] }
}

/** Where the sample opens: its first request. The token that it needs is obtained with it. */
function sampleStart(sample: Project): { case?: string; step?: string } {
  const cases = sample.suites.flatMap((suite) => suite.cases)
  const one = cases.find((found) => found.name === 'Create then delete') ?? cases[0]
  return firstRequest(one ? [one] : [])
}
