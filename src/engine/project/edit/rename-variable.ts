import { factsOf } from '#engine/steps/facts.ts'
import { ownersOf } from '#engine/steps/nested-steps.ts'
import { isScriptStep, renameRead } from '#engine/steps/script/facts.ts'
import type { WrittenVariable } from '#engine/steps/step-facts.ts'
import { readsVariableByName } from '#engine/steps/variables-read.ts'
import { listReferences } from '#engine/templates/parse.ts'
import type { JsonPath } from '../format/json-source.ts'
import type { Case, Step } from '../format/schema.ts'
import type { EditDraft } from './compose.ts'
import { placeOf } from './places.ts'
import type { ProjectState } from './state.ts'

/** A text that uses a variable. */
export interface VariableUse {
  /** The case that it is in; undefined: the head. */
  case: string | undefined
  /** From the case, or from the head. */
  path: JsonPath
  /** With the old name. */
  text: string
  /** As it is now. */
  now: string
}

const isPartOf = (name: string, asked: string): boolean => asked === name || asked.startsWith(`${name}.`)

/** The text with the new name, the same text if that is the old one; undefined: it doesn't use the variable. */
function renamed(holder: object, key: string | number, text: string, from: string, to: string): string | undefined {
  const other = (name: string) => to + name.slice(from.length)
  if (key === 'code') return isScriptStep(holder as { kind: string }) ? renameRead(text, from, to) : undefined
  if (key === 'name' && readsVariableByName(holder)) return isPartOf(from, text) ? other(text) : undefined
  const found = listReferences(text).filter(({ name, compute }) => !compute && isPartOf(from, name))
  if (found.length === 0) return undefined
  return found.reduceRight((all, { name, start, end }) => {
    const reference = all.slice(start, end).replace(name, () => other(name))
    return all.slice(0, start) + reference + all.slice(end)
  }, text)
}

function eachUse(value: unknown, name: string, path: (string | number)[], see: (path: JsonPath, text: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    path.push(key)
    if (typeof member !== 'string') eachUse(member, name, path, see)
    else if (renamed(value, key, member, name, name) !== undefined) see([...path], member)
    path.pop()
  }
}

/**
 * The uses of a variable that follow it to another name: all in the project if only this place sets it, otherwise those in its
 * scope if only this place sets it there, otherwise those of the checks and transfers nested under its step.
 */
export function usesToRename(state: ProjectState, caseId: string, step: Step, variable: WrittenVariable): VariableUse[] {
  const { head, cases } = state
  const { name, scope, place } = variable
  const isOwn = (one: Step, other: WrittenVariable) => one.id === step.id && String(other.place) === String(place)
  const sets = ({ id, steps, variables }: Case) =>
    variables.some((each) => each.name === name) ||
    steps.some((one) =>
      factsOf(one)
        .writes?.(one)
        .some((other) => other.name === name && !(id === caseId && isOwn(one, other))),
    )
  const isHeld = [head, ...head.environments, ...head.suites].some(({ variables }) =>
    variables.some((each) => each.name === name),
  )
  const own = cases.get(caseId)
  const suite = placeOf(head, caseId)?.suite
  const inSuite = suite?.cases.flatMap(({ id }) => cases.get(id) ?? []) ?? []
  const reached = scope === 'Project' ? [...cases.values()] : scope === 'TestSuite' ? inSuite : own ? [own] : []

  const uses: VariableUse[] = []
  const add = (id: string | undefined, value: unknown, at: JsonPath = []) =>
    eachUse(value, name, [...at], (path, text) => uses.push({ case: id, path, text, now: text }))
  if (!isHeld && ![...cases.values()].some(sets)) {
    for (const one of cases.values()) add(one.id, one)
    const { apis: _, designs: __, loadTests: ___, ...shared } = head
    add(undefined, shared)
  } else if (!isHeld && !reached.some(sets)) {
    for (const one of reached) add(one.id, one)
    if (suite && scope === 'TestSuite') add(undefined, suite, ['suites', head.suites.indexOf(suite)])
  } else if (own) {
    const owner = own.steps.findIndex(({ id }) => id === step.id)
    const owners = ownersOf(own.steps)
    own.steps.forEach((one, index) => owners[index] === owner && add(caseId, one, ['steps', index]))
  }
  return uses
}

/** Puts a valid new name where the variable is used, unless a text changed since. Returns the uses as they are then. */
export function renameUses(draft: EditDraft, uses: readonly VariableUse[], from: string, to: string): VariableUse[] {
  return uses.map((use) => {
    let holder: unknown = use.case === undefined ? draft.head : draft.cases[use.case]
    for (const key of use.path.slice(0, -1)) holder = Reflect.get(Object(holder), key)
    const key = use.path.at(-1)
    if (key === undefined || typeof holder !== 'object' || holder === null || Reflect.get(holder, key) !== use.now) return use
    const now = renamed(holder, key, use.text, from, to) ?? use.now
    Reflect.set(holder, key, now)
    return { ...use, now }
  })
}
