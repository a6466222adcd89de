import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { headerKey, inheritedHeaders, levelsOf, type Header, type HeaderHolder, type HeaderLevels } from './inherited-headers.ts'
import type { Case, Project, Step } from './format/schema.ts'

/** The step with the headers that it inherits behind its own; itself if it inherits none. */
export function stepWithInherited<S extends Step>(step: S, levels: HeaderLevels): S {
  if (!isSendRequestStep(step)) return step
  const inherited = inheritedHeaders(step, levels)
  return inherited.length === 0 ? step : { ...step, headers: [...step.headers, ...inherited] }
}

/** How a row suppresses an inherited header. */
const leftOut = (name: string): Header => ({ name, value: '', disabled: true })

/**
 * The rows of its own with which something sends these headers and no others where it inherits those: what it inherits as it is
 * is not written again, what it must not send is omitted by a row that is switched off.
 */
export function ownHeaders(inherited: readonly Header[], wanted: readonly Header[]): Header[] {
  const on = (rows: readonly Header[]): Map<string, string[]> => {
    const values = new Map<string, string[]>()
    for (const row of rows) {
      if (row.disabled) continue
      const known = values.get(headerKey(row))
      if (known) known.push(row.value)
      else values.set(headerKey(row), [row.value])
    }
    return values
  }
  const [wantedOn, inheritedOn] = [on(wanted), on(inherited)]
  const off = new Set(wanted.filter(({ disabled }) => disabled).map(headerKey))
  const own = wanted.filter((row) => {
    const key = headerKey(row)
    return !(
      inheritedOn.has(key) &&
      !off.has(key) &&
      JSON.stringify(wantedOn.get(key) ?? []) === JSON.stringify(inheritedOn.get(key))
    )
  })
  const named = new Set(wanted.map(headerKey))
  const without = inherited.filter((row) => !row.disabled && !named.has(headerKey(row)))
  const names = new Map(without.map((row) => [headerKey(row), row.name]))
  return [...own, ...[...names.values()].map(leftOut)].map(({ name, value, disabled }) => ({ name, value, disabled }))
}

/** The headers of a case with those that it has from its suite and its project, as rows of one list: of each name those that count. */
export function givenTo(project: HeaderHolder, suite: HeaderHolder, one: HeaderHolder): Header[] {
  const named = new Set<string>()
  const found: Header[][] = []
  for (const { headers = [] } of [one, suite, project]) {
    found.unshift(headers.filter((row) => !named.has(headerKey(row))))
    for (const row of headers) named.add(headerKey(row))
  }
  return found.flat()
}

const hasHeaders = ({ headers }: HeaderHolder): boolean => headers !== undefined && headers.length > 0

/**
 * The project as it is run: each request has the headers that it inherits (decision 24). Code that reads what a request sends uses this one.
 * The project itself if nothing is inherited. Done twice it is the same.
 */
export function withInherited<P extends Pick<Project, 'name' | 'headers' | 'suites'>>(project: P): P {
  const isPlain = (suite: Project['suites'][number]): boolean => !hasHeaders(suite) && !suite.cases.some(hasHeaders)
  if (!hasHeaders(project) && project.suites.every(isPlain)) return project
  const ofCase = (suite: Project['suites'][number], one: Case): Case => {
    const levels = levelsOf(project, suite, one)
    return { ...one, steps: one.steps.map((step) => stepWithInherited(step, levels)) }
  }
  return {
    ...project,
    suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.map((one) => ofCase(suite, one)) })),
  }
}

/** A case by itself: its requests have all inherited headers as their own rows. */
export function caseAsSent(one: Case, levels: HeaderLevels): Case {
  const { headers: _given, ...rest } = one
  const bare = ({ name, value, disabled }: Header): Header => ({ name, value, disabled })
  const steps = one.steps.map((step) => {
    const whole = stepWithInherited(step, levels)
    return isSendRequestStep(whole) && whole !== step ? { ...whole, headers: whole.headers.map(bare) } : step
  })
  return { ...rest, steps }
}

/**
 * The inverse of {@link caseAsSent}: what its requests have from what it is put into is not written again, and omitted where it
 * must not be sent.
 */
export const caseInPlace = (one: Case, levels: HeaderLevels): Case => ({
  ...one,
  steps: one.steps.map((step) =>
    isSendRequestStep(step)
      ? { ...step, headers: ownHeaders(inheritedHeaders({ headers: [], body: step.body }, levels), step.headers) }
      : step,
  ),
})
