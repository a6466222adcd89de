import { flatSchema, typeIn } from '#engine/api/example.ts'
import { member, textsOf } from '#engine/api/fields.ts'
import type { JsonSchema } from '#engine/api/schema.ts'
import { isObject } from '#engine/checks/values.ts'
import { designTexts } from '../texts.ts'
import { alternativeValues } from './alternatives.ts'
import type { Candidate } from './candidates.ts'

const texts = designTexts.models

/** Levels of objects in objects that become slots of their own, and slots of one body. */
const [deepest, most] = [4, 80]

/** A place of a body, before its values are proved. */
export interface BodyPlace {
  path: readonly string[]
  schema: JsonSchema
  required: boolean
  /** What is at the place of the object or list that it is in. */
  parent?: readonly string[]
  /** It has places of its own inside; its own values are only whether it is there. */
  inner: boolean
  /** Whole values instead of those by keyword: one for each alternative. */
  alternatives: readonly Candidate[]
  /** A field that no schema names. */
  unknown?: boolean
}

/** The places of a body that can be given values, outer ones first, and what was omitted. */
export function bodyPlaces(root: JsonSchema): { places: BodyPlace[]; notes: string[] } {
  const places: BodyPlace[] = []
  const notes: string[] = []
  const visit = (
    part: unknown,
    path: readonly string[],
    above: readonly unknown[],
    own: Pick<BodyPlace, 'required' | 'parent'>,
  ): void => {
    if (places.length >= most) {
      if (places.length === most) notes.push(texts.tooManyFields(most))
      return
    }
    const schema = flatSchema(part, root)
    const alternatives = alternativeValues(part, root)
    const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
    const type = typeIn(schema)
    const isCircle = above.includes(refOf(part)) && refOf(part) !== undefined
    const canEnter = path.length < deepest * 2 && above.length < deepest && !isCircle && alternatives.length === 0
    const isObjectHere = type === 'object' && properties.length > 0 && canEnter
    const items = schema['items']
    const itemSchema = items === undefined ? undefined : flatSchema(items, root)
    const isListOfObjects = type === 'array' && canEnter && itemSchema !== undefined && isObject(itemSchema['properties'])
    if (isCircle) notes.push(texts.circle(path.join('.')))
    if (path.length > 0 || !isObjectHere) places.push({ path, schema, inner: isObjectHere, alternatives, ...own })
    const further = [...above, refOf(part) ?? part]
    if (isListOfObjects) {
      const first = [...path, '0']
      fields(itemSchema, first, [...further, refOf(items) ?? items], path)
    }
    if (isObjectHere) fields(schema, path, further, path)
  }
  const fields = (schema: JsonSchema, path: readonly string[], above: readonly unknown[], within: readonly string[]): void => {
    // An object that is the whole body is no place of its own; a list is one.
    const parent = path.length > 0 && { parent: within }
    const required = textsOf(schema['required'])
    for (const [name, part] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
      if (part === false) continue
      if (member(flatSchema(part, root), 'readOnly') === true) {
        notes.push(texts.readOnly([...path, name].join('.')))
        continue
      }
      visit(part, [...path, name], above, { required: required.includes(name), ...parent })
    }
    if (schema['additionalProperties'] === false)
      places.push({
        path: [...path, 'unknownField'],
        schema: {},
        required: false,
        inner: false,
        alternatives: [],
        unknown: true,
        ...parent,
      })
  }
  visit(root, [], [], { required: true })
  return { places, notes: [...new Set(notes)] }
}

const refOf = (part: unknown): unknown => member(part, '$ref')
