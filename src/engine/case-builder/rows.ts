import { newSource } from '#engine/data/new-source.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import { makeDataDriven } from '#engine/derived-tests/data-driven/apply.ts'
import type { Replacement } from '#engine/derived-tests/data-driven/propose.ts'
import type { NewId } from '#engine/project/empty.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import type { Case, Step } from '#engine/project/format/schema.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { factsOf } from '#engine/steps/facts.ts'
import type { Workbench } from './workbench.ts'

/** The steps of a case, run once for each row of a source: columns take the place of literal values. */
export const stepsForRows = (
  one: Case,
  source: { id: string },
  replacements: readonly Replacement[],
  names: { start: string; end: string },
  newId: NewId,
): Step[] => withDependents(makeDataDriven(one, source, replacements, names, newId).steps)

/** The rows of a file choose values, never where something is sent, nor what it is sent with to get a token. */
export const isForRows = (one: Case, { step: id, value, place }: Replacement): boolean => {
  const step = one.steps.find((known) => known.id === id)
  const isAddress = /^\s*(https?:)?\/\//i.test(String(value))
  return step !== undefined && factsOf(step).getsToken !== true && !isAddress && place[0] !== 'headers'
}

/** The loop goes on over the steps that use what its steps set: a pet that is made in each row is fed in each row. */
function withDependents(steps: readonly Step[]): Step[] {
  const start = steps.findIndex((step) => factsOf(step).block === 'start')
  const end = steps.findIndex((step) => factsOf(step).block === 'end')
  const marker = steps[end]
  if (start < 0 || end < start || !marker) return [...steps]
  let last = end
  for (let at = start + 1; at < steps.length; at++) {
    const set = steps.slice(start, last + 1).flatMap((step) => (factsOf(step).writes?.(step) ?? []).map(({ name }) => name))
    const text = JSON.stringify(steps[at])
    if (at > last && set.some((name) => text.includes(`\${${name}`))) {
      last = at
      while (isAssertionStep(steps[last + 1])) last++
    }
  }
  const without = steps.filter((step) => step !== marker)
  return [...without.slice(0, last), marker, ...without.slice(last)]
}

/** A data source of a file, under a free name. */
export function sourceOfFile(bench: Workbench, file: string, text: string): DataSource {
  const isJson = /\.json$/i.test(file) || /^\s*\[/.test(text)
  const name = freeName(
    file.replace(/\.[^.]+$/, '') || 'rows',
    bench.project.dataSources.map((source) => source.name),
  )
  return { ...newSource(isJson ? 'json' : 'csv', bench.newId(), name), text } as DataSource
}
