import * as v from 'valibot'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { stepSchema, type Case, type Step, type Suite } from '#engine/project/format/schema.ts'
import { checkOf } from '#engine/steps/checks.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { WrongName } from '../find-by-name.ts'
import { foreign } from '../page.ts'
import { requestFrom } from '../request-from.ts'
import type { DraftPlaces } from './places.ts'
import { newNameOf, type StepInput } from './step-schema.ts'

/**
 * Steps of a case as the file has them, from arguments: requests from operations with the steps that get their tokens, what
 * they refer to by ids. Variables that requests need are added to the case and the project. `before`: what is before them in
 * the case.
 */
export async function makeSteps(
  places: DraftPlaces,
  inputs: readonly StepInput[],
  { suite, one }: { suite: Suite; one: Case },
  before: readonly Step[],
): Promise<Step[]> {
  const made: Step[] = []
  for (const [at, input] of inputs.entries()) {
    try {
      const steps = await oneStep(places, input, suite, one, [...before, ...made])
      made.push(...steps)
    } catch (error) {
      if (error instanceof WrongName) throw new WrongName(`steps.${at}: ${error.message}`)
      throw error
    }
  }
  return made
}

async function oneStep(places: DraftPlaces, input: StepInput, suite: Suite, one: Case, before: readonly Step[]): Promise<Step[]> {
  const { from, fields, omit, optional, as, ...rest } = input
  const isFrom = typeof from === 'string'
  if (
    !isFrom &&
    (as !== undefined ||
      optional !== undefined ||
      (isObject(fields) && Object.keys(fields).length > 0) ||
      (Array.isArray(omit) && omit.length > 0))
  )
    throw new WrongName('"fields", "omit", "optional" and "as" go with "from", an operation such as "POST /orders".')
  if (!isFrom) return [finished(places, rest, before)]
  if (rest['url'] !== undefined || rest['method'] !== undefined)
    throw new WrongName('Give "from", or "method" and "url", not both.')
  const given = {
    from,
    fields: isObject(fields) ? fields : {},
    omit: Array.isArray(omit) ? omit.map(String) : [],
    optional: optional === true,
    ...(typeof as === 'string' ? { as } : {}),
  }
  const { before: tokens, request, variables, projectVariables } = await requestFrom(places.draft, given, suite)
  const set = new Set(before.flatMap((step) => variablesSet(step).map(({ name }) => name)))
  const { bench } = places.draft
  for (const variable of projectVariables) bench.project.variables.push(variable)
  const isKnown = (name: string) =>
    set.has(name) ||
    bench.variable(name) !== undefined ||
    [one, suite].some((holder) => holder.variables.some((known) => known.name === name))
  for (const variable of variables)
    if (!isKnown(variable.name)) {
      one.variables.push(variable)
      bench.assume('value', `\${${variable.name}} is ${foreign(String(variable.value), 60)}: no earlier step sets it`, '')
    }
  const fresh = tokens.filter((step) => variablesSet(step).every(({ name }) => !set.has(name)))
  return [...fresh, finished(places, { ...request, ...merged(request, rest), id: request.id }, before)]
}

/** What arguments say besides an operation: lists of names and values are added, a name that is there gets the value. */
function merged(request: Step, given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
      const there: unknown = Reflect.get(request, key)
      if (value === undefined || key === 'kind') return []
      if (!Array.isArray(value) || !Array.isArray(there) || !isSendRequestStep(request)) return [[key, value]]
      const names = new Set((value as { name?: string }[]).map(({ name = '' }) => name.toLowerCase()))
      return [
        [key, [...(there as { name: string }[]).filter(({ name }) => !names.has(name.toLowerCase())), ...(value as unknown[])]],
      ]
    }),
  )
}

/** A step by the file's schema, with what it refers to by name as ids. */
function finished(places: DraftPlaces, raw: Record<string, unknown>, before: readonly Step[]): Step {
  const kind = raw['kind'] as Step['kind']
  const parsed = v.safeParse(stepSchema, { name: newNameOf(kind), ...raw, id: raw['id'] ?? places.draft.newId(), kind })
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new WrongName(`${v.getDotPath(issue) ?? kind}: ${issue.message}`)
  }
  const step = parsed.output
  places.made.add(step.id)
  referById(places, step, before)
  return step
}

/** Names of steps, connections, data sources and definitions in a step become their ids. */
export function referById(places: DraftPlaces, step: Step, before: readonly Step[]): void {
  const { step: result, connection, dataSource } = factsOf(step).refers ?? {}
  refer(step, result, (wanted) => {
    // Of several steps of a name the nearest before is meant.
    const near = before.findLast(({ id, name }) => id === wanted || name === wanted)
    return near ?? places.find('earlier step', wanted, before)
  })
  refer(step, connection, (wanted) => places.find('connection', wanted, places.project.connections))
  refer(step, dataSource, (wanted) => places.find('data source', wanted, places.project.dataSources))
  for (const { place, id } of checkOf(step).apis?.(step) ?? []) {
    const [key] = place.slice(-1)
    const holder = place.slice(0, -1).reduce<unknown>((at, part) => Reflect.get(Object(at), part), step)
    if (key !== undefined && isObject(holder)) Reflect.set(holder, key, places.find('API definition', id, places.project.apis).id)
  }
}

function refer(step: Step, field: string | undefined, find: (wanted: string) => { id: string }): void {
  const wanted: unknown = field === undefined ? undefined : Reflect.get(step, field)
  if (field !== undefined && typeof wanted === 'string' && wanted !== '') Reflect.set(step, field, find(wanted).id)
}
