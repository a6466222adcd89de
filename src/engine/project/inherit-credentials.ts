import { isCredential } from '#engine/ports/http/http-rules.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { headerKey, inheritedHeaders, type HeaderLevels } from './inherited-headers.ts'
import type { Step, Variable } from './format/schema.ts'

/** A request that was made of a description, with the steps that get its token and the variables that both need. */
interface Made {
  before: Step[]
  request: Step
  projectVariables: Variable[]
}

/** The request with the authorization of where it is put, if that has one: then it brings none of its own, and nothing that gets it. */
export function inheritCredentials<M extends Made>(made: M, levels: HeaderLevels): M {
  if (!isSendRequestStep(made.request)) return made
  const named = new Set(inheritedHeaders({ headers: [], body: made.request.body }, levels).map(headerKey))
  const headers = made.request.headers.filter((row) => !(isCredential(row.name) && named.has(headerKey(row))))
  if (headers.length === made.request.headers.length) return made
  const request = { ...made.request, headers }
  const read = (steps: readonly Step[]) => steps.reduce((names, step) => variablesRead(step, names), new Set<string>())
  const needed = read([request])
  const before = made.before.filter((step) => !isOAuth2Step(step) || variablesSet(step).some(({ name }) => needed.has(name)))
  const [then, now] = [read([...made.before, made.request]), read([...before, request])]
  return {
    ...made,
    request,
    before,
    projectVariables: made.projectVariables.filter(({ name }) => now.has(name) || !then.has(name)),
  }
}
