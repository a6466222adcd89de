import { ownHeaders } from '#engine/project/headers-sent.ts'
import { headerKey, inheritedHeaders, type HeaderLevels, type InheritedHeader } from '#engine/project/inherited-headers.ts'
import type { Step, Suite } from '#engine/project/format/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import type { Built } from '../built.ts'
import { isCredential } from './credentials.ts'
import type { Workbench } from '../workbench.ts'

/** What contains a case that is put into a suite. */
export const levelsAround = (bench: Workbench, suite: Suite): HeaderLevels => [
  { level: 'project', holder: bench.project },
  { level: 'suite', holder: suite },
]

/** The credentials that a request has from its suite or its project. */
const givenTo = (request: SendRequestStep, levels: HeaderLevels): InheritedHeader[] =>
  inheritedHeaders({ headers: [], body: request.body }, levels).filter(({ name }) => isCredential(name))

/**
 * A request that is being built has the credentials of its suite written out, instead of its own, so that code that changes or omits them finds
 * them; with the project's own step that gets their token. {@link inheritGiven} takes them back. False if the suite gives none.
 */
export function takeGiven(bench: Workbench, built: Built, suite: Suite): boolean {
  const given = givenTo(built.request, levelsAround(bench, suite))
  if (given.length === 0) return false
  const names = (steps: readonly Step[]) => steps.reduce((all, step) => variablesRead(step, all), new Set<string>())
  const before = names([...built.before, built.request])
  const keys = new Set(given.map(headerKey))
  built.request.headers = [
    ...built.request.headers.filter((row) => !keys.has(headerKey(row))),
    ...given.map(({ name, value }) => ({ name, value, disabled: false })),
  ]
  const needed = namesIn(given.map(({ value }) => value))
  const token = [suite, ...bench.project.suites]
    .flatMap(({ cases }) => cases.flatMap(({ steps }) => steps))
    .filter(isOAuth2Step)
    .find(
      ({ disabled, fault, expectError, variableName }) =>
        !disabled && fault === 'none' && expectError === '' && needed.has(variableName),
    )
  built.before = [
    ...built.before.filter((step) => !isOAuth2Step(step)),
    ...(token ? [{ ...structuredClone(token), id: bench.newId() }] : []),
  ]
  const now = names([...built.before, built.request])
  built.projectVariables = built.projectVariables.filter(({ name }) => now.has(name) || !before.has(name))
  return true
}

/** Requests of a suite with what they inherit of credentials not written again, and omitted where they have none. */
export function inheritGiven(bench: Workbench, steps: readonly Step[], suite: Suite): void {
  const levels = levelsAround(bench, suite)
  for (const step of steps) {
    if (!isSendRequestStep(step)) continue
    const own = new Set(step.headers.map(headerKey))
    const inherited = inheritedHeaders({ headers: [], body: step.body }, levels)
    step.headers = ownHeaders(
      inherited.filter((row) => isCredential(row.name) || own.has(headerKey(row))),
      step.headers,
    )
  }
}
