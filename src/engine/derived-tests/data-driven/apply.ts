import { loopPartners } from '#engine/steps/loops.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { ownersOf } from '#engine/steps/nested-steps.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import type { NewId } from '#engine/project/empty.ts'
import { newStep } from '#engine/project/new-step.ts'
import type { JsonPath } from '#engine/project/format/json-source.ts'
import type { Case, Step } from '#engine/project/format/schema.ts'
import { bare, withQuotes } from './literals.ts'
import type { Replacement } from './propose.ts'
import { variableOf } from './variable-of.ts'

/**
 * A case that runs once for each row of a data source: values replaced, the steps of {@link loopedSteps} in a loop. The case itself is not
 * changed. The columns that replace nothing become variables too where they are named.
 */
export function makeDataDriven(
  one: Case,
  source: { id: string },
  replacements: readonly Replacement[],
  names: { start: string; end: string },
  newId: NewId,
  others: readonly string[] = [],
): Case {
  const made = structuredClone(one)
  for (const replacement of replacements) {
    const step = made.steps.find(({ id }) => id === replacement.step)
    if (step) replace(step, replacement)
  }
  const { from, to } = loopedSteps(one.steps, replacements, others)
  const used = [...new Set(replacements.map(({ column }) => column))]
  const taken = new Set(used.map(variableOf))
  const columns = [
    ...used,
    ...others.filter((column) => column !== '' && !taken.has(variableOf(column)) && taken.add(variableOf(column))),
  ]
  const start = newStep('loop-start', newId(), names.start, { connection: '', dataSource: source.id })
  const mapping = columns.map((column) => ({ column, variable: variableOf(column), type: typeOf(replacements, column) }))
  Object.assign(start, { mapping })
  const end = newStep('loop-end', newId(), names.end, { connection: '', dataSource: '' })
  return { ...made, steps: [...made.steps.slice(0, from), start, ...made.steps.slice(from, to + 1), end] }
}

/** A column of only numbers keeps their type, and so do true and false. */
function typeOf(replacements: readonly Replacement[], column: string): 'string' | 'number' | 'boolean' {
  const types = new Set(replacements.flatMap((one) => (one.column === column ? [typeof one.value] : [])))
  const [only] = types
  return types.size === 1 && (only === 'number' || only === 'boolean') ? only : 'string'
}

/**
 * The indices of the first and last step that run once per row: from the first step that uses a column, with the step it is nested
 * under and whole loops, to the end of the case. Without such a step it is the case but its token steps at the start.
 */
export function loopedSteps(
  steps: readonly Step[],
  replacements: readonly Replacement[],
  columns: readonly string[],
): { from: number; to: number } {
  const replaced = new Set(replacements.map(({ step }) => step))
  const variables = new Set(columns.filter(Boolean).map(variableOf))
  const uses = (step: Step): boolean =>
    replaced.has(step.id) || (!step.disabled && [...variablesRead(step)].some((name) => variables.has(name)))
  let from = steps.findIndex(uses)
  if (from < 0) from = steps.findIndex((step) => !factsOf(step).getsToken)
  if (from < 0) from = 0
  const owner = ownersOf(steps)[from] ?? -1
  if (owner >= 0) from = owner
  const indices = new Map(steps.map((step, index) => [step, index]))
  for (const [one, other] of loopPartners(steps)) {
    const ends = [one, other].flatMap((marker) => (marker ? (indices.get(marker) ?? []) : []))
    if (other && Math.max(...ends) >= from) from = Math.min(from, ...ends)
  }
  return { from, to: Math.max(steps.length - 1, 0) }
}

function replace(step: Step, { place, inJson, segment, column, value, name }: Replacement): void {
  const reference = `\${${variableOf(column)}}`
  const key = place.at(-1)
  const holder = holderOf(step, place)
  if (holder === undefined || key === undefined) return
  const before: unknown = Reflect.get(holder, key)
  if (inJson !== undefined && typeof before === 'string') Reflect.set(holder, key, inJsonText(before, inJson, reference))
  else if (segment !== undefined && typeof before === 'string')
    Reflect.set(holder, key, segment < 0 ? inQuery(before, name, reference) : inPath(before, segment, reference))
  else if (before === value) Reflect.set(holder, key, reference)
}

function holderOf(root: object, place: JsonPath): object | undefined {
  let at: unknown = root
  for (const key of place.slice(0, -1)) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return typeof at === 'object' && at !== null ? at : undefined
}

function inPath(url: string, segment: number, reference: string): string {
  const [path = '', ...query] = url.split('?')
  const parts = path.split('/')
  parts[segment] = reference
  return [parts.join('/'), ...query].join('?')
}

function inQuery(url: string, name: string, reference: string): string {
  const [path, query = ''] = url.split(/\?(.*)/s)
  const pairs = query.split('&').map((pair) => {
    const [key = ''] = pair.split('=')
    return decodeURIComponent(key) === name ? `${key}=${reference}` : pair
  })
  return `${path}?${pairs.join('&')}`
}

/**
 * A JSON text with a reference instead of one value: in quotes for a string, without them for others, so that it keeps its
 * type.
 */
function inJsonText(text: string, path: JsonPath, reference: string): string {
  const root: unknown = JSON.parse(withQuotes(text))
  const key = path.at(-1)
  if (key === undefined) return typeof root === 'string' ? JSON.stringify(reference) : reference
  const holder = holderOf(Object(root), path)
  if (!holder) return text
  const isText = typeof Reflect.get(holder, key) === 'string'
  const sign = isText ? reference : bare
  Reflect.set(holder, key, sign)
  const indent = /\n( +|\t+)/.exec(text)?.[1]
  return withoutQuotes(JSON.stringify(root, undefined, indent)).replace(JSON.stringify(bare), () => reference)
}

const withoutQuotes = (text: string): string => text.replaceAll(new RegExp(`"${bare}(\\$\\{[^{}"]*\\})"`, 'g'), '$1')
