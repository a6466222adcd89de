import type { Project } from '#engine/project/schema.ts'
import type { Demo } from '../app/services.ts'

/** The sample with the addresses at which its provider and API are served now. */
export function pointAt(sample: Project, demo: Pick<Demo, 'provider' | 'api'>): Project {
  const address: Record<string, string> = { idp: demo.provider, baseUrl: demo.api }
  return {
    ...sample,
    environments: sample.environments.map((environment) =>
      environment.name === 'Demo'
        ? {
            ...environment,
            variables: environment.variables.map((variable) => {
              const value = address[variable.name]
              return value === undefined ? variable : { ...variable, value: value.replace(/\/$/, '') }
            }),
          }
        : environment,
    ),
  }
}

/** Where the sample opens: the step that gets the token. */
export function sampleStart(sample: Project): { case?: string; step?: string } {
  const cases = sample.suites.flatMap((suite) => suite.cases)
  const one = cases.find((found) => found.name === 'Create then delete') ?? cases[0]
  const step = one?.steps.find((found) => found.kind === 'oauth2') ?? one?.steps[0]
  return { ...(one ? { case: one.id } : {}), ...(step ? { step: step.id } : {}) }
}
