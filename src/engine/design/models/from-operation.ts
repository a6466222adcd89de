import type { Api } from '#engine/api/api.ts'
import { isJson } from '#engine/api/conform.ts'
import { flatSchema } from '#engine/api/example.ts'
import type { Content, Operation, Parameter } from '#engine/api/operation.ts'
import { sentContents, successOf } from '#engine/api/request.ts'
import { jsonSchemaOf, type JsonSchema } from '#engine/api/schema.ts'
import { AssayError } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import { designTexts } from '../texts.ts'
import { marks } from '../marks.ts'
import { nameOf, proveBody, proveText } from './prove.ts'
import type { Shape, ShapeStatuses, Slot, SlotValue } from './shape.ts'

const texts = designTexts.models

/**
 * What an operation can be sent: its parameters, the fields of its body, who asks. `key` as `Api.operation` takes it. AssayError
 * `design-unusable` if there is no such operation, or no request can fit what its schemas ask for.
 */
export async function shapeOfOperation(api: Api, key: string): Promise<Shape> {
  const operation = api.operation(key)
  if (operation === undefined) {
    const [near] = nearest(
      key,
      api.operations.map((one) => one.key),
    )
    throw new AssayError('design-unusable', texts.noOperation(key, near))
  }
  const notes: string[] = []
  const slots: Slot[] = []
  for (const parameter of operation.parameters)
    slots.push(...(await slotOf(api, parameter, namesIn(operation, parameter), notes)))
  const content = contentOf(operation, notes)
  let body: Shape['body']
  if (content !== undefined) {
    const schema = jsonSchemaOf(content.schema ?? true, 'request', api)
    const proof = await proveBody(schema, content.example, {
      isForm: !isJson(content.type),
      isPost: operation.method === 'POST',
    })
    slots.push(...proof.slots)
    notes.push(...proof.notes)
    body = { type: content.type, schema, value: proof.value }
  }
  const statuses = statusesOf(operation)
  slots.push(...tokenSlot(operation))
  if (statuses.invalid === '4XX' && slots.some(({ values }) => values.some(({ valid }) => !valid))) notes.push(texts.noRefusal)
  if (slots.some((one) => one.in === 'path')) notes.push(texts.pathNames)
  return {
    title: operation.name,
    method: operation.method,
    path: operation.path,
    slots: namedApart(slots),
    ...(body !== undefined && { body }),
    statuses,
    documented: operation.responses.map(({ status }) => status),
    notes,
  }
}

/** Whether a part of the path names something that has to be there: its operation says what it answers where there is nothing. */
const namesIn = ({ responses }: Operation, parameter: Parameter): boolean =>
  parameter.in === 'path' && responses.some(({ status }) => status === '404')

/** Whether a schema lists all that there can be. */
const isClosed = (schema: JsonSchema): boolean =>
  Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const') || schema['type'] === 'boolean'

async function slotOf(api: Api, parameter: Parameter, names: boolean, notes: string[]): Promise<Slot[]> {
  const { name, in: place, required, style, example } = parameter
  const root = jsonSchemaOf(parameter.schema ?? true, 'request', api)
  const schema: JsonSchema = flatSchema(root, root)
  const { values, conflict } = await proveText(schema, root, example, names && !isClosed(schema))
  if (!values.some((one) => one.valid)) {
    if (required) throw new AssayError('design-unusable', texts.contradiction(name, conflict))
    notes.push(texts.noValues(name, conflict))
    return []
  }
  // A path without one of its parts is another path; an empty one as well.
  const usable = place === 'path' ? values.filter(({ value }) => value !== '') : values
  const presence: SlotValue[] =
    place === 'path'
      ? []
      : [
          required
            ? { value: marks.missing, valid: false, rule: 'required' }
            : { value: marks.absent, valid: true, rule: 'optional' },
        ]
  return [{ name: nameOf(place, [name]), in: place, path: [name], required, schema, values: [...usable, ...presence], style }]
}

/** The body that is filled in: JSON before forms; others can't be inferred from their schema. */
function contentOf(operation: Operation, notes: string[]): Content | undefined {
  const contents = sentContents(operation)
  const found =
    contents.find(({ type }) => isJson(type)) ??
    contents.find(({ type }) => /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type))
  if (found === undefined && contents.length > 0) notes.push(texts.otherBody(contents.map(({ type }) => type)))
  return found
}

/** The caller: the status that rejects it is its own. */
function tokenSlot({ security, responses }: Operation): Slot[] {
  // An alternative without a scheme: no one has to show anything.
  if (security.length === 0 || security.some((all) => all.length === 0)) return []
  const documented = responses.some(({ status }) => status === '403')
  const values: SlotValue[] = [
    { value: 'valid', valid: true, rule: 'security' },
    { value: 'none', valid: false, rule: 'security' },
    { value: 'wrong', valid: false, rule: 'security' },
    ...(documented ? [{ value: 'forbidden', valid: false, rule: 'security' }] : []),
  ]
  return [{ name: 'token', in: 'token', path: ['token'], required: true, schema: {}, values }]
}

function statusesOf(operation: Operation): ShapeStatuses {
  const has = (status: string): boolean => operation.responses.some((one) => one.status === status)
  const only = (statuses: readonly string[], otherwise: string): string => {
    const known = statuses.filter(has)
    return known.length === 1 ? (known[0] ?? otherwise) : otherwise
  }
  return {
    valid: successOf(operation) ?? '2XX',
    invalid: only(['400', '422'], '4XX'),
    // What can't be may be rejected as such, or as what isn't there.
    path: has('404') ? '4XX' : only(['400', '422'], '4XX'),
    token: '401',
    forbidden: '403',
  }
}

/** Names that differ only in case, or in what a model can't write, are distinguished. */
export function namedApart(slots: readonly Slot[]): Slot[] {
  const known = new Set<string>()
  return slots.map((slot) => {
    let { name } = slot
    while (known.has(name.toLowerCase())) name += '_'
    known.add(name.toLowerCase())
    return name === slot.name ? slot : { ...slot, name }
  })
}
