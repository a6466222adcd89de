import { library } from './libraries.ts'
import type { ScriptRecord } from './record.ts'

type Done = (error?: unknown) => void
/** A test's body: synchronous, asynchronous, or one that calls `done`. */
export type TestBody = (done: Done) => unknown

const textOfError = (thrown: unknown): string => {
  if (thrown instanceof Error) return thrown.name === 'AssertionError' ? thrown.message : `${thrown.name}: ${thrown.message}`
  return String(thrown)
}

/** `test(name, fn)`: fn throws or rejects if it fails. */
export const testOf =
  (record: ScriptRecord) =>
  (name: unknown, body?: TestBody): unknown => {
    const settle = record.check(name)
    const failed = (thrown: unknown): void => settle(textOfError(thrown))
    try {
      if (typeof body !== 'function') return settle(true)
      if (body.length > 0) {
        return body((error) => (error === undefined || error === null ? settle(true) : failed(error)))
      }
      const result = body(() => undefined)
      if (typeof (result as PromiseLike<unknown> | undefined)?.then !== 'function') return settle(true)
      return (result as PromiseLike<unknown>).then(() => settle(true), failed)
    } catch (thrown) {
      return failed(thrown)
    }
  }

interface Assertion {
  assert(holds: boolean, message: string, negated: string, expected?: unknown, actual?: unknown): void
}
interface Chai {
  expect(value: unknown, message?: string): Record<string, unknown>
  use(plugin: (chai: Chai, helpers: unknown) => void): void
  Assertion: {
    addMethod(name: string, method: (this: Assertion, ...given: never[]) => void): void
    addProperty(name: string, getter: (this: Assertion) => void): void
    overwriteMethod(name: string, make: (original: Method) => Method): void
    overwriteProperty(name: string, make: (original: Method) => Method): void
  }
  [name: string]: unknown
}
type Method = (this: Assertion, ...given: unknown[]) => unknown

/** What `expect` knows of a response besides what chai knows of all values. */
export interface ExpectedResponse {
  code: number
  status: string
  responseTime: number
  text(): string
  json(): unknown
  headers: { get(name: string): string | undefined; has(name: string): boolean }
}

/** The value that an assertion is about: chai's own name for it. */
const valueOf = (assertion: Assertion): unknown => Reflect.get(assertion, '_obj')

let extended: Chai | undefined

/** chai, with what Postman adds for responses: `to.have.status`, `header`, `jsonBody`, `to.be.ok` … */
export function chaiFor(isResponse: (value: unknown) => value is ExpectedResponse): Chai {
  if (extended) return extended
  const chai = library('chai') as Chai
  extended = chai
  const { Assertion } = chai
  const method = (name: string, judge: (this: Assertion, response: ExpectedResponse, given: unknown[]) => void): void => {
    const own = (original: Method | undefined): Method =>
      function (...given) {
        const value = valueOf(this)
        if (isResponse(value)) judge.call(this, value, given)
        else if (original) return original.apply(this, given)
        else this.assert(false, `expected #{this} to be a response`, '')
      }
    if (name in (Assertion as unknown as { prototype: object }).prototype) Assertion.overwriteMethod(name, own)
    else Assertion.addMethod(name, own(undefined))
  }
  const property = (name: string, holds: (response: ExpectedResponse) => boolean): void => {
    const own = (original: Method | undefined): Method =>
      function () {
        const value = valueOf(this)
        if (isResponse(value))
          this.assert(holds(value), `expected response to be ${name}, got ${value.code}`, `expected response not to be ${name}`)
        else if (original) return original.call(this)
        else this.assert(false, `expected #{this} to be a response`, '')
      }
    if (name in (Assertion as unknown as { prototype: object }).prototype) Assertion.overwriteProperty(name, own)
    else Assertion.addProperty(name, own(undefined) as (this: Assertion) => void)
  }
  method('status', function ({ code, status }, [wanted]) {
    const actual = typeof wanted === 'string' ? status : code
    this.assert(
      actual === wanted,
      `expected response to have status ${String(wanted)} but got ${actual}`,
      `expected response not to have status ${String(wanted)}`,
      wanted,
      actual,
    )
  })
  method('statusCode', function ({ code }, [wanted]) {
    this.assert(
      code === wanted,
      `expected response to have status code ${String(wanted)} but got ${code}`,
      `expected response not to have status code ${String(wanted)}`,
      wanted,
      code,
    )
  })
  method('statusReason', function ({ status }, [wanted]) {
    this.assert(
      status === wanted,
      `expected response to have status reason ${String(wanted)} but got ${status}`,
      `expected response not to have status reason ${String(wanted)}`,
      wanted,
      status,
    )
  })
  method('header', function ({ headers }, [name, ...value]) {
    const actual = headers.get(String(name))
    this.assert(
      headers.has(String(name)),
      `expected response to have header '${String(name)}'`,
      `expected response not to have header '${String(name)}'`,
    )
    if (value.length > 0)
      this.assert(
        actual === value[0],
        `expected '${String(name)}' response header to be '${String(value[0])}' but got '${actual}'`,
        `expected '${String(name)}' response header not to be '${String(value[0])}'`,
        value[0],
        actual,
      )
  })
  method('body', function (response, given) {
    const actual = response.text()
    const [wanted] = given
    const holds =
      given.length === 0
        ? actual !== ''
        : wanted instanceof RegExp
          ? wanted.test(actual)
          : typeof wanted === 'object'
            ? same(response.json(), wanted)
            : actual === wanted
    this.assert(
      holds,
      `expected response body to be ${given.length === 0 ? 'present' : show(wanted)} but got ${show(actual)}`,
      `expected response body not to be ${show(wanted)}`,
    )
  })
  method('jsonBody', function (response, given) {
    let body: unknown
    try {
      body = response.json()
    } catch {
      return this.assert(false, 'expected response body to be a valid json', 'expected response body not to be a valid json')
    }
    const [path, ...value] = given
    if (given.length === 0) return this.assert(true, '', 'expected response body not to be a valid json')
    if (typeof path !== 'string')
      return this.assert(
        same(body, path),
        `expected response body json to equal ${show(path)} but got ${show(body)}`,
        `expected response body json not to equal ${show(path)}`,
      )
    const found = path
      .split(/[.[\]]+/)
      .filter(Boolean)
      .reduce<unknown>((at, key) => (at === undefined || at === null ? undefined : (at as Record<string, unknown>)[key]), body)
    if (value.length === 0)
      return this.assert(
        found !== undefined,
        `expected response body json to contain property '${path}'`,
        `expected response body json not to contain property '${path}'`,
      )
    return this.assert(
      same(found, value[0]),
      `expected response body json at '${path}' to be ${show(value[0])} but got ${show(found)}`,
      `expected response body json at '${path}' not to be ${show(value[0])}`,
    )
  })
  method('responseTime', function ({ responseTime }, [wanted]) {
    this.assert(responseTime === wanted, `expected response time to be ${String(wanted)} but got ${responseTime}`, '')
  })
  Assertion.addMethod('jsonSchema', function (this: Assertion, ...given: unknown[]) {
    const [schema, options] = given
    const about = valueOf(this)
    const value = isResponse(about) ? about.json() : about
    const Ajv = library('ajv') as new (options: object) => {
      validate(schema: unknown, value: unknown): boolean
      errorsText(): string
    }
    const ajv = new Ajv({ allErrors: true, logger: false, schemaId: 'auto', ...(options as object | undefined) })
    const holds = ajv.validate(schema, value)
    this.assert(holds, `expected data to satisfy schema but found: ${ajv.errorsText()}`, 'expected data not to satisfy schema')
  })
  const statuses: Record<string, (code: number) => boolean> = {
    info: (code) => code >= 100 && code < 200,
    success: (code) => code >= 200 && code < 300,
    redirection: (code) => code >= 300 && code < 400,
    clientError: (code) => code >= 400 && code < 500,
    serverError: (code) => code >= 500,
    error: (code) => code >= 400,
    ok: (code) => code === 200,
    accepted: (code) => code === 202,
    badRequest: (code) => code === 400,
    unauthorized: (code) => code === 401,
    forbidden: (code) => code === 403,
    notFound: (code) => code === 404,
    rateLimited: (code) => code === 429,
  }
  for (const [name, holds] of Object.entries(statuses)) property(name, ({ code }) => holds(code))
  property('withBody', (response) => response.text() !== '')
  property('json', (response) => {
    try {
      response.json()
      return true
    } catch {
      return false
    }
  })
  return chai
}

const show = (value: unknown): string => {
  const text =
    typeof value === 'string' ? `'${value}'` : value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? String(value))
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

const same = (one: unknown, other: unknown): boolean => {
  const { util } = library('chai') as { util: { eql(one: unknown, other: unknown): boolean } }
  return util.eql(one, other)
}
