import { variablesSet } from '#engine/steps/variables.ts'
import type { Draft } from './draft.ts'

/** Nothing but a scheme and a variable. */
const onlyToken = /^Bearer \$\{([\w.-]+)\}$/i

/**
 * Other tools send no `Authorization` while its token has no value: the request that gets the token mostly inherits it as well,
 * and a server rejects an empty one (RFC 6750 section 3.1). Such a header is switched off until a step has set the token.
 */
export function holdTokens({ project, secrets }: Draft): void {
  const hasValue = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'secret' in value ? Boolean(secrets.get(String(value.secret))) : value !== ''
  const valued = (variables: readonly { name: string; value: unknown }[]): string[] =>
    variables.filter(({ value }) => hasValue(value)).map(({ name }) => name)
  const set = new Set([...valued(project.variables), ...project.environments.flatMap(({ variables }) => valued(variables))])
  const all = project.suites.flatMap((suite) => suite.cases.flatMap((one) => one.steps))
  const later = new Set(all.flatMap((step) => variablesSet(step).map(({ name }) => name)))
  for (const suite of project.suites)
    for (const one of suite.cases) {
      const own = new Set([...valued(suite.variables), ...valued(one.variables)])
      for (const step of one.steps) {
        if ('headers' in step)
          for (const header of step.headers) {
            const token = /^authorization$/i.test(header.name) ? onlyToken.exec(header.value)?.[1] : undefined
            if (token !== undefined && later.has(token) && !set.has(token) && !own.has(token)) header.disabled = true
          }
        for (const { name } of variablesSet(step)) set.add(name)
      }
    }
}
