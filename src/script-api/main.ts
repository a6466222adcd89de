import { headerVariable, type ScriptInput } from '#engine/scripting/script-io.ts'
import { axiosOf, brunoApi, brunoRequest, brunoResponse } from './bruno.ts'
import { drawUuid, useOwnClock } from './clock.ts'
import { addEncodings, ScriptBuffer } from './encoding.ts'
import { scriptCrypto } from './hashes.ts'
import { defineLate, giveLibraries, library } from './libraries.ts'
import { SeenRequest, SeenResponse } from './messages.ts'
import { oldGlobals, postmanApi } from './postman.ts'
import { createRecord, type RecordLimits } from './record.ts'
import { tv4Of } from './tv4.ts'
import { chaiFor, testOf, type ExpectedResponse } from './tests.ts'
import { addUrls } from './urls.ts'
import { replaceIn, variableScope } from './variables.ts'
import { parseXml, xml2js } from './xml.ts'

/**
 * Prepares the globals of a script, inside of QuickJS. The host calls what comes back: `advance` goes on with what is queued,
 * `collect` gives everything as JSON.
 */
export function prepare(
  input: ScriptInput,
  limits: RecordLimits,
  libraries: Record<string, string>,
  suspend: (want: string) => void,
): { advance(): boolean; collect(): string; describe(thrown: unknown): string } {
  const record = createRecord(input, limits, suspend)
  useOwnClock(record)
  addEncodings()
  addUrls()
  giveLibraries(libraries)

  let isWarned = false
  const change = (header?: { name: string; value: string }): void => {
    // The importer has put the variable in the place of the header.
    if (header && /^[\w.-]+$/.test(header.name)) return record.set('TestCase', headerVariable(header.name), header.value)
    if (!isWarned)
      record.log('warning', 'The script changes its request, which has no effect: set a variable and use it in the request.')
    isWarned = true
  }
  const request = input.request && new SeenRequest(input.request, change)
  const response = input.response && new SeenResponse(input.response)
  const isResponse = (value: unknown): value is ExpectedResponse => value instanceof SeenResponse
  const chai = () => chaiFor(isResponse)
  SeenResponse.assertion = (one) => chai().expect(one) as { to: unknown; be: unknown }
  const expect = Object.assign((value: unknown, message?: string) => chai().expect(value, message), {
    fail: (...given: unknown[]) => (chai().expect as unknown as { fail(...given: unknown[]): void }).fail(...given),
  })
  const pm = postmanApi(record, expect, request, response)

  const line =
    (level: 'info' | 'warning') =>
    (...given: unknown[]): void =>
      record.log(level, given.map(shown).join(' '))
  const [info, warn] = [line('info'), line('warning')]
  const modules: Record<string, () => unknown> = {
    ajv: () => library('ajv'),
    chai,
    'crypto-js': () => library('crypto-js'),
    lodash: () => library('lodash'),
    moment: () => library('moment'),
    tv4: tv4Of,
    uuid: () =>
      Object.assign(() => drawUuid(), {
        v4: drawUuid,
        v1: drawUuid,
        validate: (text: unknown) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(text)),
      }),
    nanoid: () => ({
      nanoid: (length = 21) =>
        Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[Math.floor(Math.random() * 36)]).join(''),
    }),
    crypto: () => scriptCrypto,
    buffer: () => ({ Buffer: ScriptBuffer }),
    axios: () => axiosOf(record),
    atob: () => (globalThis as unknown as { atob: unknown }).atob,
    btoa: () => (globalThis as unknown as { btoa: unknown }).btoa,
    xml2js: () => xml2js,
    util: () => ({
      inspect: shown,
      format: (...given: unknown[]) => given.map(shown).join(' '),
      promisify: (call: unknown) => call,
    }),
    querystring: () => ({
      stringify: (values: Record<string, unknown>) =>
        Object.entries(values)
          .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
          .join('&'),
      parse: (text: string) =>
        Object.fromEntries(text.split('&').map((pair) => pair.split('=').map((part) => decodeURIComponent(part)))),
    }),
    url: () => ({
      URL: (globalThis as unknown as { URL: unknown }).URL,
      URLSearchParams: (globalThis as unknown as { URLSearchParams: unknown }).URLSearchParams,
    }),
  }
  const require = (given: unknown): unknown => {
    const name = String(given)
      .replace(/^(npm:|node:)/, '')
      .replace(/(?!^)@[\d.^~]+$/, '')
    const found = modules[name] ?? modules[name.split('/')[0] ?? '']
    if (!Object.hasOwn(modules, name) && !Object.hasOwn(modules, name.split('/')[0] ?? ''))
      throw new Error(
        `The module "${name}" isn't available in scripts. Available: ${Object.keys(modules).toSorted().join(', ')}.`,
      )
    const root = found?.()
    // lodash/get, crypto-js/sha256
    const part = name.split('/')[1]
    if (part === undefined || name.endsWith('/sync')) return root
    const entries = Object.entries(root as object)
    return entries.find(([key]) => key.toLowerCase() === part.replace(/-/g, '').toLowerCase())?.[1] ?? root
  }
  const setTimeout = (run: unknown, milliseconds = 0, ...given: unknown[]): number => {
    if (milliseconds > 100) record.log('warning', "Timers don't wait: use a Wait step.")
    return record.later(
      () => (typeof run === 'function' ? (run as (...given: unknown[]) => void)(...given) : undefined),
      Number(milliseconds),
    )
  }
  const tests: Record<string, unknown> = {}
  const { secret } = record
  Object.assign(globalThis, {
    // chai tells its plugins of new assertions.
    EventTarget: class EventTarget {
      addEventListener(): void {}
      removeEventListener(): void {}
      dispatchEvent(): boolean {
        return true
      }
    },
    Event: function Event() {},
    global: globalThis,
    console: {
      log: info,
      info,
      debug: info,
      trace: info,
      dir: info,
      table: info,
      warn,
      error: warn,
      clear: () => undefined,
      group: info,
      groupEnd: () => undefined,
      time: () => undefined,
      timeEnd: () => undefined,
      count: info,
      assert: (holds: unknown, ...given: unknown[]) => (holds ? undefined : warn('Assertion failed', ...given)),
    },
    setTimeout,
    setInterval: (run: () => void) => setTimeout(run),
    setImmediate: (run: () => void, ...given: unknown[]) => setTimeout(run, 0, ...given),
    clearTimeout: record.cancel,
    clearInterval: record.cancel,
    queueMicrotask: (run: () => void) => void Promise.resolve().then(run),
    require,
    crypto: scriptCrypto,
    test: testOf(record),
    expect,
    pm,
    insomnia: pm,
    bru: brunoApi(record, response),
    req: brunoRequest(record, request, change),
    ...(response === undefined ? {} : { res: brunoResponse(response), response }),
    tests,
    ...oldGlobals(record, request, response),
    variables: {
      ...variableScope(record, 'TestCase', 'variables'),
      set: (name: unknown, value: unknown, scope: unknown = 'TestCase') => record.set(scopeOf(scope), name, value),
    },
    secrets: { get: (id: unknown) => secret(id) },
    xml2Json: (text: string) => {
      try {
        return parseXml(text, false)
      } catch {
        return undefined
      }
    },
    replaceIn: (text: unknown) => replaceIn(text, record),
  })
  defineLate(globalThis, {
    _: () => library('lodash'),
    lodash: () => library('lodash'),
    moment: () => library('moment'),
    CryptoJS: () => library('crypto-js'),
    chai,
    assert: () => (chai() as unknown as { assert: unknown }).assert,
    tv4: tv4Of,
    Ajv: () => library('ajv'),
    uuid: () => require('uuid'),
    axios: () => axiosOf(record),
  })
  const { check } = record
  const { keys } = Object
  const lineOf = describer()
  return {
    advance: record.advance,
    describe: lineOf,
    collect() {
      const names = keys(tests)
      for (let index = 0; index < names.length; index++) {
        const name = names[index] ?? ''
        check(name)(tests[name] ? true : 'expected the test to be true')
      }
      return record.collect()
    },
  }
}

function scopeOf(scope: unknown): 'TestCase' | 'TestSuite' | 'Project' {
  if (scope === 'TestCase' || scope === 'TestSuite' || scope === 'Project') return scope
  throw new Error(`Unknown scope "${String(scope)}": use TestCase, TestSuite or Project.`)
}

/** A value as the log shows it. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (typeof value === 'function') return `function ${value.name}`
  if (typeof value !== 'object' || value === null) return String(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}

/** Name, message and line of what was thrown. Made before the script runs, which may replace the methods it uses. */
function describer(): (thrown: unknown) => string {
  const text = String
  const match = RegExp.prototype.exec.bind(/script:(\d+)/)
  const part = (get: () => unknown): string => {
    try {
      return text(get() ?? '')
    } catch {
      return ''
    }
  }
  return (thrown) => {
    if (typeof thrown !== 'object' || thrown === null) return `\u0001${part(() => text(thrown))}`
    const error = thrown as { name?: unknown; message?: unknown; stack?: unknown }
    const line = match(part(() => error.stack))?.[1] ?? ''
    return `${part(() => error.name)}\u0001${part(() => error.message)}\u0001${line}`
  }
}
