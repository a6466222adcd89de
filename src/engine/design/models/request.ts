import { plainText, styledPairs, styledText, type ParameterStyle } from '#engine/api/parameter-style.ts'
import { isObject } from '#engine/checks/values.ts'
import { wholeGuesses, wholeParameter } from '../error-guessing/catalogue.ts'
import type { DesignTest, Value } from '../result.ts'
import { isLeftOut, marks, sizeNamed } from '../marks.ts'
import { selfContained, itemsFor } from './candidates.ts'
import { valueAtPlace, withValueAt } from './json-place.ts'
import type { Shape, Slot } from './shape.ts'

/** What one test sends. */
export interface BuiltRequest {
  method: string
  /** With the values of its parts, escaped (RFC 3986). */
  path: string
  /** The unchanged value of each part of the path. */
  parts: { name: string; value: string }[]
  query: { name: string; value: string }[]
  headers: { name: string; value: string }[]
  /** Undefined: none. */
  body?: unknown
  /** What is sent as it is instead of `body`, where no JSON value would say it. */
  bodyText?: string
  bodyType?: string
  /** Who asks: `valid`, `none`, `wrong`, `forbidden`. */
  token: string
  /** `201`, or `4XX` where the description doesn't say which. */
  status: string
  /** That status is not among those whose answers are described: an answer that has it can't be held against the description. */
  undocumented?: true
  /** Names of the test that no part of the request is called by. */
  unplaced?: string[]
}

const simple: ParameterStyle = { style: 'simple', explode: false }
const form: ParameterStyle = { style: 'form', explode: true }

/**
 * The request of a test. Values that the test doesn't name are the first ones of their slots. A name without a place (`total`) means the one
 * slot that is called so there (`body.total`).
 */
export function requestOf(shape: Shape, test: Omit<DesignTest, 'covers'> & { covers?: unknown }): BuiltRequest {
  const values = test.inputs ?? test.values
  const given = new Map<Slot, Value>()
  const unplaced: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const alike = shape.slots.filter((slot) => slot.path.join('.') === name)
    const slot = shape.slots.find((one) => one.name === name) ?? (alike.length === 1 ? alike[0] : undefined)
    if (slot !== undefined) given.set(slot, value)
    else if (name !== wholeParameter.name) unplaced.push(name)
  }
  const status = statusOf(shape, test)
  const request: BuiltRequest = {
    method: shape.method,
    path: shape.path,
    parts: [],
    query: [],
    headers: [],
    token: 'valid',
    status,
    ...(!isDocumented(shape, status) && { undocumented: true }),
    ...(unplaced.length > 0 && { unplaced }),
  }
  const cookies: string[] = []
  const escaped = new Map<string, string>()
  let body = shape.body?.value
  const wrong = shape.slots.find(({ name }) => name === test.invalid)
  for (const slot of shape.slots) {
    const value = given.has(slot) ? (given.get(slot) ?? null) : (slot.values[0]?.value ?? null)
    if (slot.in === 'token') request.token = String(value)
    // What is invalid as a whole, such as two equal items, stays unchanged.
    else if (slot.in === 'body') body = wrong && isInside(slot, wrong) ? body : placed(body, slot, value, shape)
    else if (!isLeftOut(value)) {
      const [name = ''] = slot.path
      const sent = jsonOf(slot, value, shape)
      if (slot.in === 'path') {
        const style = slot.style ?? simple
        request.parts.push({ name, value: styledText(name, style, sent) })
        escaped.set(
          name,
          styledText(name, style, sent, (one) => encodeURIComponent(plainText(one))),
        )
      } else if (slot.in === 'header') request.headers.push({ name, value: styledText(name, slot.style ?? simple, sent) })
      else {
        const pairs = styledPairs(name, slot.style ?? form, sent)
        if (slot.in === 'query') request.query.push(...pairs)
        else cookies.push(...pairs.map((one) => `${one.name}=${one.value}`))
      }
    }
  }
  if (cookies.length > 0) request.headers.push({ name: 'Cookie', value: cookies.join('; ') })
  request.path = shape.path.replace(/\{([^{}]*)\}/g, (whole, name: string) => escaped.get(name) ?? whole)
  if (shape.body === undefined || body === undefined) return request
  return { ...request, ...broken(test.values[wholeParameter.name], body, shape.body.type) }
}

/** A body with what error guessing does to it as a whole. */
function broken(guess: Value | undefined, body: unknown, type: string): Pick<BuiltRequest, 'body' | 'bodyText' | 'bodyType'> {
  const text = JSON.stringify(body)
  const found = wholeGuesses.find(({ value }) => value === guess)
  switch (found?.id) {
    case 'duplicate-key': {
      const [[name, value] = []] = isObject(body) ? Object.entries(body) : []
      return {
        bodyText:
          name === undefined ? '{"a":1,"a":1}' : text.replace(/^\{/, () => `{${JSON.stringify(name)}:${JSON.stringify(value)},`),
        bodyType: type,
      }
    }
    case 'unknown-field':
      return { body: isObject(body) ? { ...body, unknownField: 'text' } : body, bodyType: type }
    case 'wrong-content-type':
      return { bodyText: text, bodyType: 'text/plain' }
    case 'broken-json':
      return { bodyText: text.slice(0, -1), bodyType: type }
    case 'no-body':
      return { bodyText: '', bodyType: type }
    case 'deep':
      return { bodyText: '['.repeat(1000) + ']'.repeat(1000), bodyType: type }
    case undefined:
      return { body, bodyType: type }
  }
}

/** The status that is expected of a test. */
export function statusOf({ slots, statuses }: Shape, { valid, invalid, values, expected }: Omit<DesignTest, 'covers'>): string {
  if (typeof expected?.['status'] === 'string') return expected['status']
  if (valid) return statuses.valid
  const slot = slots.find(({ name }) => name === invalid)
  const { rule } = slot?.values.find(({ value }) => value === values[slot.name]) ?? {}
  if (rule === 'unknown') return '404'
  if (slot?.in === 'token') return values[slot.name] === 'forbidden' ? statuses.forbidden : statuses.token
  return slot?.in === 'path' ? statuses.path : statuses.invalid
}

/** Whether an answer with the expected status is described; where any refusal will do, one of an invalid request has to be. */
function isDocumented({ documented }: Shape, status: string): boolean {
  if (documented === undefined || documented.includes('default')) return true
  const wanted = /^\d{3}$/.test(status) ? [status] : status === '2XX' ? [] : ['400', '422']
  return wanted.length === 0 || documented.includes(`${wanted[0]?.charAt(0)}XX`) || wanted.some((one) => documented.includes(one))
}

/** Every test with the status that is expected of it, as `expected.status`. */
export const withStatus = <Test extends Omit<DesignTest, 'covers'>, Result extends { tests: Test[] }>(
  result: Result,
  shape: Shape,
): Result => ({
  ...result,
  tests: result.tests.map((test) => ({ ...test, expected: { ...test.expected, status: statusOf(shape, test) } })),
})

function placed(body: unknown, slot: Slot, value: Value, shape: Shape): unknown {
  const { path, made } = slot
  // What is in something that isn't there has no place.
  const above = path.slice(0, path.at(-2) === '0' ? -2 : -1)
  if (path.length > 1 && !isThere(body, above, path)) return body
  if (isLeftOut(value)) return withValueAt(body, path, undefined)
  if (value === marks.present) return valueAtPlace(body, path) === undefined ? withValueAt(body, path, made) : body
  return withValueAt(body, path, jsonOf(slot, value, shape))
}

const isInside = (slot: Slot, other: Slot): boolean =>
  slot !== other && other.in === 'body' && other.path.every((part, at) => slot.path[at] === part)

function isThere(body: unknown, above: readonly string[], path: readonly string[]): boolean {
  const parent = valueAtPlace(body, above)
  return Array.isArray(parent) ? parent.length > 0 && (path.at(-2) !== '0' || isObject(parent[0])) : isObject(parent)
}

/** What a value of a design is in JSON: lists by their size, and lists and objects by their text. */
function jsonOf({ schema, made }: Slot, value: Value, shape: Shape): unknown {
  const size = sizeNamed(value)
  if (size !== undefined) {
    // What is made again would have the examples of the schema, which need not fit; what is there was proved.
    if (Array.isArray(made) && made.length > 0 && (made.length === size || schema['uniqueItems'] !== true))
      return Array.from({ length: size }, (_, at): unknown => made[at % made.length])
    return itemsFor(selfContained(schema, shape.body?.schema ?? {}), size) ?? []
  }
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    // A string that only starts like JSON.
    return value
  }
}
