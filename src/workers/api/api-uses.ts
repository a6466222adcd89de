import type { Api } from '#engine/api/api.ts'
import { matchOperation } from '#engine/api/match.ts'
import type { Case, Step } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'

/** A case that asks for operations of an API, by their keys. */
export interface ApiUse {
  case: string
  name: string
  operations: string[]
}

/** Which cases use which operations: those that checks name, and those that requests ask for. */
export const usesOf = (api: Api, attached: string, cases: readonly Case[]): ApiUse[] =>
  cases.flatMap((one) => {
    const operations = new Set(one.steps.flatMap((step) => operationsOf(step, api, attached)))
    return operations.size === 0 ? [] : [{ case: one.id, name: one.name, operations: [...operations] }]
  })

function operationsOf(step: Step, api: Api, attached: string): string[] {
  if (isSendRequestStep(step)) {
    const found = matchOperation(api, { method: step.method, url: absolute(step.url) })?.key
    return found === undefined ? [] : [found]
  }
  const checks = 'checks' in step ? step.checks : []
  return checks.flatMap((check) => {
    const named = (check.api ?? attached) === attached && check.operation ? api.operation(check.operation)?.key : undefined
    return named === undefined ? [] : [named]
  })
}

/** A URL whose references stand for something: the first for a URL, others for a part of the path. */
export function absolute(url: string): string {
  const path = url.replace(/^\$\{[^{}]*\}/, 'http://server')
  return path.replace(/\$\{[^{}]*\}/g, 'x')
}
