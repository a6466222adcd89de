import { caseAsSent } from '#engine/project/headers-sent.ts'
import { levelsOf } from '#engine/project/inherited-headers.ts'
import { isCredential } from '#engine/case-builder/credentials/credentials.ts'
import { indexOfRequest, type KnownOperation, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { shownHeader } from './masked-step.ts'
import { foreign } from './page.ts'

/** Cases that are looked through at most. */
const mostCases = 400

/** How the project's cases show who they are: headers that requests send, and the steps that fill the variables in them. */
export function authenticationLines(index: ProjectIndex, about?: KnownOperation): string[] {
  const headers = new Map<string, number>()
  const used = new Set<string>()
  const makers = new Map<string, string>()
  for (const { suite, one } of index.cases.slice(0, mostCases)) {
    const sent = caseAsSent(one, levelsOf(index.project, suite, one))
    for (const step of sent.steps) {
      if (step.disabled) continue
      if (!isSendRequestStep(step)) {
        for (const { name } of variablesSet(step))
          if (!makers.has(name))
            makers.set(
              name,
              `${factsOf(step).title} "${foreign(step.name, 60)}" [${step.id}] in case "${foreign(one.name, 60)}" [${one.id}]`,
            )
        continue
      }
      if (about?.api && indexOfRequest(index, step)?.api?.id !== about.api.id) continue
      for (const row of step.headers)
        if (!row.disabled && isCredential(row.name)) {
          const text = shownHeader(row)
          headers.set(text, (headers.get(text) ?? 0) + 1)
          namesIn(row.value, used)
        }
    }
  }
  if (headers.size === 0) return []
  const shown = [...headers].toSorted((a, b) => b[1] - a[1]).slice(0, 5)
  return [
    'existing cases authenticate with:',
    ...shown.map(([text, count]) => `- ${foreign(text, 160)} (${count} requests)`),
    ...[...used].flatMap((name) => {
      const maker = makers.get(name)
      return maker === undefined ? [] : [`- \${${name}} is set by ${maker}`]
    }),
  ]
}
