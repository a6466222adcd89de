import * as v from 'valibot'
import type { EditDraft } from '../edit/compose.ts'
import type { ProjectState } from '../edit/state.ts'
import type { JsonPath } from '../format/json-source.ts'
import { caseSchema, projectSchema } from '../format/schema.ts'
import { nodeOf } from '../format/schema-node.ts'
import { visitParts } from '../visit.ts'

/** A string that someone wrote in a project. */
export interface WrittenText {
  /** The case that it is in; undefined: the head. */
  case: string | undefined
  /** The step that it is in. */
  step: string | undefined
  /** From the case, or from the head. */
  path: JsonPath
  text: string
  /** What such a string has to be. */
  schema: v.GenericSchema
}

/** What is looked for; letters in either case unless `matchCase`. */
export interface Wanted {
  text: string
  matchCase: boolean
}

/** Fields that refer to something by its id, and the names of secrets: nothing that a user wrote. */
const ids = new Set(['id', 'kind', 'step', 'connection', 'dataSource', 'api', 'secret'])

/**
 * Every text of a project that people write: names, descriptions, variables, headers, and all fields of steps; no ids, and
 * nothing that is chosen from a list. Data sources, API definitions, designs and load tests are not gone through.
 */
export function writtenTexts({ head, cases }: ProjectState): WrittenText[] {
  const { name, description, environments, variables, headers, connections } = head
  const shared = { name, description, environments, variables, headers, connections }
  const suites = head.suites.map((suite) => ({ ...suite, cases: [] }))
  const found = textsIn(projectSchema, { ...shared, suites }, undefined)
  for (const suite of head.suites)
    for (const { id } of suite.cases) {
      const one = cases.get(id)
      if (one) found.push(...textsIn(caseSchema, one, id, (at) => one.steps[at]?.id))
    }
  return found
}

function textsIn(
  schema: v.GenericSchema,
  value: unknown,
  inCase: string | undefined,
  stepAt?: (index: number) => string | undefined,
): WrittenText[] {
  const found: WrittenText[] = []
  const add = (part: v.GenericSchema, text: string, path: JsonPath) => {
    if (text === '' || ids.has(String(path.at(-1)))) return
    const [list, at] = path
    const step = list === 'steps' && typeof at === 'number' ? stepAt?.(at) : undefined
    found.push({ case: inCase, step, path: [...path], text, schema: part })
  }
  visitParts(schema, value, (part, inner, path) => {
    const { type } = nodeOf(part)
    if (type === 'picklist' || type === 'literal') return
    if (typeof inner === 'string') add(part, inner, path)
    // What a schema says nothing about: values of checks, maps of parameters.
    else if (type === 'unknown' || type === 'record') eachText(inner, path, (text, at) => add(v.string(), text, at))
  })
  return found
}

function eachText(value: unknown, path: JsonPath, see: (text: string, path: JsonPath) => void): void {
  if (typeof value === 'string') return see(value, path)
  if (typeof value !== 'object' || value === null) return
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (const [key, member] of entries) eachText(member, [...path, key], see)
}

/** Where the wanted text is in another, from the start to its end, none overlapping another. */
export function placesIn(text: string, wanted: Wanted): number[] {
  return wanted.text === '' ? [] : [...text.matchAll(patternOf(wanted))].map(({ index }) => index)
}

const patternOf = ({ text, matchCase }: Wanted): RegExp =>
  new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), matchCase ? 'gu' : 'giu')

/** A string with all that is wanted replaced; undefined: nothing is, or the field can't hold what would come out. */
export function replaced({ text, schema }: WrittenText, wanted: Wanted, by: string): string | undefined {
  if (placesIn(text, wanted).length === 0) return undefined
  const next = text.replaceAll(patternOf(wanted), () => by)
  return next !== text && v.is(schema, next) ? next : undefined
}

/** Puts these texts in the places of what was found, in the draft of an edit of its cases. */
export function putTexts(draft: EditDraft, texts: readonly { at: WrittenText; next: string }[]): void {
  for (const { at, next } of texts) {
    let holder: unknown = at.case === undefined ? draft.head : draft.cases[at.case]
    for (const key of at.path.slice(0, -1)) holder = Reflect.get(Object(holder), key)
    const key = at.path.at(-1)
    // What was changed meanwhile stays.
    if (key !== undefined && typeof holder === 'object' && holder !== null && Reflect.get(holder, key) === at.text)
      Reflect.set(holder, key, next)
  }
}
