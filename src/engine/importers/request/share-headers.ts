import { ownHeaders } from '#engine/project/headers-sent.ts'
import { headerKey } from '#engine/project/inherited-headers.ts'
import type { Case, Project } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { Pair } from './body.ts'

/**
 * What a part of the project gives, by its own requests or by parts of it: whether one inherits it unchanged, or one must not
 * send it.
 */
type Use = 'taken' | 'refused' | 'replaced'

/** A project, a suite or a case while an import has not been settled: with all that its requests get from it and from around it. */
interface Giver {
  headers?: Pair[] | undefined
}

/**
 * What a tool gives to all requests of a collection or a folder stands once: importers have written it into each request, as it is sent, and
 * into what gives it; here each keeps what it doesn't inherit. What every request sends stays the same.
 */
export function shareHeaders(project: Project): void {
  const suites = project.suites.map((suite) => {
    const given = onIn(suite.headers ?? [])
    const cases = suite.cases.map((one) => {
      const inner = one.headers === undefined ? given : onIn(one.headers)
      return { one, given: inner, use: useOf(one, inner) }
    })
    return { suite, given, cases }
  })
  const around = onIn(project.headers ?? [])
  const top = around.filter((row) =>
    suites.some(({ cases }) => cases.some(({ given, use }) => use.get(headerKey(row)) === 'taken' && same(given, around, row))),
  )
  for (const { suite, given, cases } of suites) {
    const isTaken = (row: Pair) =>
      cases.some((inner) => inner.use.get(headerKey(row)) === 'taken' && same(inner.given, given, row))
    // What is inherited and has its own rows in each request needs none here.
    const isLeft = (row: Pair) => same(given, top, row) && !cases.some((inner) => inner.use.get(headerKey(row)) === 'refused')
    const whole = given.filter((row) => isTaken(row) || isLeft(row))
    for (const inner of cases) {
      const all = inner.given.filter((row) => {
        const use = inner.use.get(headerKey(row))
        return use === 'taken' || (use === 'replaced' && same(inner.given, whole, row))
      })
      for (const step of inner.one.steps) if (isSendRequestStep(step)) step.headers = ownHeaders(all, step.headers)
      keep(inner.one, ownHeaders(whole, all), whole)
    }
    keep(suite, ownHeaders(top, whole), top)
  }
  keep(project, top, [])
}

const onIn = (rows: readonly Pair[]): Pair[] => rows.filter(({ disabled }) => !disabled)

/** Writes what something keeps, with its rows that are switched off, unless they would omit what it inherits. */
function keep(giver: Giver, own: readonly Pair[], inherited: readonly Pair[]): void {
  const names = new Set([...own, ...inherited].map(headerKey))
  const headers = [...own, ...(giver.headers ?? []).filter((row) => row.disabled && !names.has(headerKey(row)))]
  if (headers.length > 0) giver.headers = headers
  else delete giver.headers
}

const valuesOf = (rows: readonly Pair[], key: string): string =>
  JSON.stringify(rows.filter((row) => !row.disabled && headerKey(row) === key).map(({ value }) => value))

/** Whether both lists have the same rows of this name. */
const same = (some: readonly Pair[], others: readonly Pair[], row: Pair): boolean =>
  valuesOf(some, headerKey(row)) === valuesOf(others, headerKey(row))

/** What the requests of a case make of the headers that they are given. */
function useOf({ steps }: Case, given: readonly Pair[]): Map<string, Use> {
  const use = new Map<string, Use>()
  const requests = steps.filter(isSendRequestStep)
  for (const row of given) {
    const key = headerKey(row)
    const isTaken = requests.some(({ headers }) => same(headers, given, row))
    const isRefused = requests.some(({ headers }) => headers.every((one) => headerKey(one) !== key))
    use.set(key, isTaken ? 'taken' : isRefused ? 'refused' : 'replaced')
  }
  return use
}
