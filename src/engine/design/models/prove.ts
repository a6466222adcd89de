import { exampleOf } from '#engine/api/example.ts'
import { itemsOf } from '#engine/api/fields.ts'
import { withoutMadeId } from '#engine/api/request.ts'
import { fittingExample } from '#engine/api/fitting-example.ts'
import type { JsonSchema } from '#engine/api/schema.ts'
import { AssayError } from '#engine/base/errors.ts'
import { prepareSchema, type PreparedSchema } from '#engine/checks/json-schema.ts'
import { isObject } from '#engine/checks/values.ts'
import type { Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import { isGone, isLeftOut, marks } from '../marks.ts'
import { bodyPlaces, type BodyPlace } from './body-slots.ts'
import { selfContained, candidatesFor, type Candidate, type Carrier } from './candidates.ts'
import { valueAtPlace, withValueAt } from './json-place.ts'
import type { Slot, SlotPlace, SlotValue } from './shape.ts'

const texts = designTexts.models

/** Slots whose values were held against the validator: what is called valid fits, what is called invalid fails for the keyword that it is named after alone. */
export interface Proved {
  slots: Slot[]
  notes: string[]
}

/**
 * The slots of a body, and a value of it that fits. AssayError `design-unusable` if no value can, with the keywords that are in conflict.
 *
 * @param isForm The fields of the body are sent as texts.
 */
export async function proveBody(
  schema: JsonSchema,
  example: unknown,
  { isForm = false, isPost = false } = {},
): Promise<Proved & { value: unknown }> {
  const { places: all, notes } = bodyPlaces(schema)
  const judge = await judgeOf(schema)
  const fitting = await fittingExample(schema, 'request', example)
  let base = isPost && example === undefined ? withoutMadeId(fitting.value, schema) : fitting.value
  // What the server gives is nothing to try values of.
  const places = base === fitting.value ? all : all.filter(({ path }) => path.length !== 1 || path[0] !== 'id')
  const isGiven = example !== undefined && base === example
  const slots: Slot[] = []
  for (const place of places) {
    const { path, required, parent } = place
    const name = nameOf('body', path)
    if (parent !== undefined && valueAtPlace(base, parent) === undefined) base = withParents(base, places, parent, schema)
    const carrier = isForm && path.length === 1 ? 'text' : 'body'
    const proof = await provePlace(place, carrier, schema, base, judge, isGiven)
    if (place.unknown !== true && !proof.values.some((one) => one.valid && !isLeftOut(one.value))) {
      if (required) throw new AssayError('design-unusable', texts.contradiction(name, proof.conflict))
      notes.push(texts.noValues(name, proof.conflict))
      continue
    }
    // What is in something that need not be there need not be there either, just then.
    const above = parent === undefined ? undefined : slots.find((one) => one.name === nameOf('body', parent))
    const canGo = above?.values.some((one) => one.valid && isGone(one.value)) === true
    const isListed = proof.values.some((one) => one.valid && one.value === marks.absent)
    const values = canGo && !isListed ? [...proof.values, { value: marks.absent, valid: true, rule: 'parent' }] : proof.values
    slots.push({
      name,
      in: 'body',
      path,
      required,
      schema: place.schema,
      values,
      ...(parent !== undefined && { parent: nameOf('body', parent) }),
      ...(proof.made !== undefined && { made: proof.made }),
    })
  }
  if (!fitting.fits && judge(base).length > 0) notes.push(texts.noFittingBody(judge(base)[0] ?? ''))
  return { slots, notes, value: base }
}

/** The name of a place as a parameter of designs: `body.address.city`, `query.limit`. */
export const nameOf = (place: SlotPlace, path: readonly string[]): string =>
  [place, ...path.map((part) => part.replace(/[[\]:,{}<>|~]/g, '_'))].join('.')

type Judge = (value: unknown) => string[]

async function judgeOf(schema: JsonSchema): Promise<Judge> {
  const circle = refCircle(schema)
  if (circle !== undefined) throw new AssayError('design-unusable', texts.onlyItself(circle))
  let prepared: PreparedSchema
  try {
    prepared = await prepareSchema(schema, { lenient: true })
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    throw new AssayError('design-unusable', texts.badSchema(error.message), { cause: error })
  }
  return (value) => prepared.errors(value).map(({ error }) => error)
}

/** References that lead to each other and to no schema. */
function refCircle(schema: JsonSchema): string[] | undefined {
  const refOf = (value: unknown): string | undefined => {
    const ref = isObject(value) ? value['$ref'] : undefined
    return typeof ref === 'string' && ref.startsWith('#/') ? ref : undefined
  }
  const behind = (ref: string): unknown =>
    ref
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), schema)
  const waiting: unknown[] = [schema]
  const known = new Set<unknown>()
  for (const value of waiting) {
    if (typeof value !== 'object' || value === null || known.has(value)) continue
    known.add(value)
    waiting.push(...Object.values(value))
    const refs: string[] = []
    for (let ref = refOf(value); ref !== undefined; ref = refOf(behind(ref))) {
      if (refs.includes(ref)) return [...refs.slice(refs.indexOf(ref)), ref]
      refs.push(ref)
    }
  }
  return undefined
}

/** The objects that a place is in, where an example left them out. */
function withParents(base: unknown, places: readonly BodyPlace[], parent: readonly string[], root: JsonSchema): unknown {
  const place = places.find(({ path }) => path.join('\0') === parent.join('\0'))
  const made = place && exampleOf(selfContained(place.schema, root), { way: 'request' })
  return made === undefined ? base : withValueAt(base, parent, made)
}

interface PlaceProof {
  values: SlotValue[]
  made?: unknown
  /** The keywords that leave no value, if there is none. */
  conflict: string
}

async function provePlace(
  place: BodyPlace,
  carrier: Carrier,
  root: JsonSchema,
  base: unknown,
  judge: Judge,
  isGiven: boolean,
): Promise<PlaceProof> {
  const { path, schema, required, inner, alternatives, unknown } = place
  const put = (value: unknown): string[] => {
    const meant = carrier === 'text' && value !== undefined ? readAs(value) : [value]
    return fewest(meant.map((one) => judge(withValueAt(base, path, one))))
  }
  if (unknown === true)
    return {
      values: [
        { value: marks.absent, valid: true, rule: 'optional' },
        ...(put('text').length > 0 ? [{ value: marks.present, valid: false, rule: 'additionalProperties' }] : []),
      ],
      made: 'text',
      conflict: '',
    }
  const presence = presenceOf(path, required, put)
  if (inner) {
    const made = valueAtPlace(base, path) ?? exampleOf(selfContained(schema, root), { way: 'request' })
    const wrong = put('text').length > 0 ? [{ value: 'text', valid: false, rule: 'type' }] : []
    const none = put(null).length === 0 ? [{ value: null, valid: true, rule: 'nullable' }] : []
    return { values: [{ value: marks.present, valid: true, rule: 'type' }, ...none, ...presence, ...wrong], made, conflict: '' }
  }
  // An example of the body has values of its own, which come first; a body that was made has them where a field has no example.
  const own = valueAtPlace(base, path)
  const examples = itemsOf(schema['examples']).slice(0, 2)
  const first = own === undefined ? examples : isGiven ? [own, ...examples] : [...examples, own]
  const orNone: Candidate = { value: null, valid: true, rule: 'nullable' }
  const candidates =
    alternatives.length > 0 ? [...alternatives, orNone] : candidatesFor(schema, root, carrier, first, path.at(-1))
  const known = await proved(candidates, schema, root, carrier, put)
  if (known.some(({ valid }) => valid))
    return { values: [...known, ...presence], ...(own !== undefined && { made: own }), conflict: '' }
  return { values: [...known, ...presence.filter(({ valid }) => valid)], conflict: await conflictIn(schema, root) }
}

function presenceOf(path: readonly string[], required: boolean, put: (value: unknown) => string[]): SlotValue[] {
  if (path.length === 0 || path.at(-1) === '0') return []
  const fits = put(undefined).length === 0
  if (required) return fits ? [] : [{ value: marks.missing, valid: false, rule: 'required' }]
  return fits ? [{ value: marks.absent, valid: true, rule: 'optional' }] : []
}

/**
 * Slots outside a body: their values are texts, which count as what they can be read as. Where a value `names` something, only
 * the first valid one does, as far as can be known, and one that fits the schema names nothing (rule `unknown`).
 */
export async function proveText(
  schema: JsonSchema,
  root: JsonSchema,
  example: unknown,
  names = false,
): Promise<{ values: SlotValue[]; conflict: string }> {
  const judge = await judgeOf(selfContained(schema, root))
  const put = (value: unknown): string[] => fewest(readAs(value).map(judge))
  const all = await proved(
    candidatesFor(schema, root, 'text', example === undefined ? itemsOf(schema['examples']).slice(0, 2) : [example]),
    schema,
    root,
    'text',
    put,
  )
  const values = names ? named(all, put) : all
  return { values, conflict: values.some(({ valid }) => valid) ? '' : await conflictIn(schema, root) }
}

/** Values of an identifier: one that is there, one that is not, and those that can't be. */
function named(values: readonly SlotValue[], put: (value: unknown) => string[]): SlotValue[] {
  const known = values.find(({ valid }) => valid)
  const unknown = known && strangersTo(known.value).find((one) => one !== known.value && put(one).length === 0)
  return [
    ...(known ? [known] : []),
    ...(unknown === undefined ? [] : [{ value: unknown, valid: false, rule: 'unknown' }]),
    ...values.filter(({ valid }) => !valid),
  ]
}

/** Identifiers of the same kind as one that hardly anything is called by. */
function strangersTo(known: Value): Value[] {
  if (typeof known === 'number') return [999_999_999, 999_999, 9_999, 999, 99]
  const text = String(known)
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return ['00000000-0000-4000-8000-000000000000']
  return /\d/.test(text) ? [text.replaceAll(/\d/g, '9'), 'no-such-name'] : ['no-such-name', 'nobody', 'zzz']
}

/** What is wrong with the best reading of a string. */
const fewest = (all: readonly string[][]): string[] => all.toSorted((a, b) => a.length - b.length)[0] ?? []

/** What a string on the wire can mean. */
function readAs(value: unknown): unknown[] {
  if (typeof value === 'object') return [value]
  const text = String(value)
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  return [text, ...(isNumber ? [Number(text)] : []), ...(text === 'true' || text === 'false' ? [text === 'true'] : [])]
}

async function proved(
  candidates: readonly Candidate[],
  schema: JsonSchema,
  root: JsonSchema,
  carrier: Carrier,
  put: (value: unknown) => string[],
): Promise<SlotValue[]> {
  const found: SlotValue[] = []
  const labels = new Set<string>()
  const without = new Map<string, Judge>()
  for (const { value, shown, valid, rule, without: rest } of candidates) {
    const label: Value = shown ?? (isScalar(value) ? value : JSON.stringify(value))
    const keys = [
      JSON.stringify(carrier === 'text' ? String(label) : label),
      JSON.stringify(carrier === 'text' ? String(value) : value),
    ]
    if (keys.some((key) => labels.has(key)) || (put(value).length === 0) !== valid) continue
    // One value for each keyword that is broken.
    if (!valid && rest === undefined && found.some((one) => !one.valid && one.rule === rule && rule !== 'type')) continue
    if (!valid) {
      const known = rest === undefined ? without.get(rule) : undefined
      const judge = known ?? (await (rest === undefined ? judgeWithout(schema, root, rule) : judgeOf(selfContained(rest, root))))
      if (rest === undefined) without.set(rule, judge)
      if (!(carrier === 'text' ? readAs(value) : [value]).some((one) => judge(one).length === 0)) continue
    }
    for (const key of keys) labels.add(key)
    found.push({ value: label, valid, rule })
  }
  return found
}

const isScalar = (value: unknown): value is Value =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** A schema that asks for everything but one keyword. */
async function judgeWithout(schema: JsonSchema, root: JsonSchema, rule: string): Promise<Judge> {
  const { [rule]: _, $defs: __, conditions: ___, ...rest } = schema
  return judgeOf(selfContained(rest, root))
}

/** Keywords that say what a value may be; the others describe it. */
const telling =
  /^(type|enum|const|minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minLength|maxLength|pattern|format|minItems|maxItems|uniqueItems|items|required|properties|not|allOf|anyOf|oneOf|minProperties|maxProperties)$/

/** The smallest set of keywords that leaves no value, as text: `minimum 10, maximum 5`. */
async function conflictIn(schema: JsonSchema, root: JsonSchema): Promise<string> {
  let needed = Object.keys(schema).filter((key) => telling.test(key) && key !== 'type')
  const base = Object.hasOwn(schema, 'type') ? { type: schema['type'] } : {}
  const leavesNothing = async (keys: readonly string[]): Promise<boolean> => {
    const part = { ...base, ...Object.fromEntries(keys.map((key) => [key, schema[key]])) }
    const judge = await judgeOf(selfContained(part, root))
    return !candidatesFor(part, root, 'body').some(({ value, valid }) => valid && judge(value).length === 0)
  }
  for (const key of needed) {
    const fewer = needed.filter((one) => one !== key)
    if (await leavesNothing(fewer)) needed = fewer
  }
  return needed.map((key) => `${key} ${shown(schema[key])}`).join(', ')
}

const shown = (value: unknown): string => {
  const text = isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
