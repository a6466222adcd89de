import {
  indexOfRequest,
  templatePathOf,
  type KnownCase,
  type KnownOperation,
  type ProjectIndex,
} from '#engine/case-builder/project-index.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { takesStatus } from '#engine/extractors/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { lookedAt } from '#engine/steps/references.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { foreign } from './page.ts'

/** An operation in one line: `POST /orders · Create an order · tags: orders · protected`. */
export const operationLine = ({ name, title, tags, protected: isProtected, api }: KnownOperation): string =>
  [
    foreign(name, 160),
    ...(title === name ? [] : [foreign(title, 100)]),
    ...(tags.length === 0 ? [] : [`tags: ${foreign(tags.slice(0, 4).join(', '), 60)}`]),
    ...(isProtected ? ['protected'] : []),
    ...(api ? [] : ['from a request of the project']),
  ].join(' · ')

/** A case in two lines: its name, and its requests with what they expect. */
export function caseLines(index: ProjectIndex, known: KnownCase, inFocus = false): string[] {
  const { one } = known
  const requests = requestsOf(index, known).map(
    ({ step, operation, statuses }) =>
      `${operation?.name ?? `${step.method} ${templatePathOf(step.url)}`}${statuses.length === 0 ? '' : ` → ${statuses.join(', ')}`}`,
  )
  const tags = one.tags.length === 0 ? '' : ` · tags: ${one.tags.join(', ')}`
  return [
    `- ${foreign(one.name)} [${one.id}]${tags}${inFocus ? ' (in focus)' : ''}`,
    ...(requests.length === 0 ? [] : [`  ${foreign(requests.join('; '), 300)}`]),
  ]
}

/** The requests of a case, each with its operation and the statuses that its checks expect. */
export function requestsOf(
  index: ProjectIndex,
  { one }: KnownCase,
): { step: SendRequestStep; operation: KnownOperation | undefined; statuses: string[] }[] {
  const found = one.steps.flatMap((step, at) =>
    isSendRequestStep(step) && !step.disabled
      ? [{ at, step, operation: indexOfRequest(index, step), statuses: [] as string[] }]
      : [],
  )
  for (const [at, step] of one.steps.entries()) {
    if (step.disabled || !('checks' in step) || !Array.isArray(step.checks)) continue
    const about = found.find((request) => request.at === lookedAt(one.steps, at))
    about?.statuses.push(...step.checks.filter(takesStatus).map(statusText))
  }
  return found
}

/** What a check of the status expects: `201`, `between 200, 299`, `not 500`. */
function statusText({ is, not, value }: Check): string {
  const title = predicateFacts[is].title.replace(/^equals$/, '')
  const text = Array.isArray(value) ? (value as unknown[]).map(String).join(', ') : String(value ?? '')
  return [not ? 'not' : '', title, text].filter(Boolean).join(' ')
}
