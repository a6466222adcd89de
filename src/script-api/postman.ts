import type { ScriptAnswer, SentByScript } from '#engine/scripting/script-io.ts'
import { CookieList, HeaderList, type SeenRequest, SeenResponse } from './messages.ts'
import type { ScriptRecord } from './record.ts'
import { testOf, type TestBody } from './tests.ts'
import { replaceIn, variableScope } from './variables.ts'

type Pair = { key: string; value: string; disabled?: boolean }
type SendOptions = {
  url?: unknown
  method?: string
  header?: unknown
  headers?: unknown
  body?: unknown
}
type Callback = (error: Error | null, response?: SeenResponse) => void

const pairsOf = (given: unknown): [string, string][] => {
  if (typeof given === 'string')
    return given
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()])
  if (Array.isArray(given))
    return (given as (Pair | string)[]).flatMap((one) =>
      typeof one === 'string'
        ? pairsOf(one)
        : one.disabled === true
          ? []
          : [[String(one.key), String(one.value)] as [string, string]],
    )
  if (given instanceof HeaderList) return given.all().map(({ key, value }) => [key, value])
  return Object.entries((given ?? {}) as object).map(([key, value]) => [key, String(value)])
}

const hasType = (headers: [string, string][]): boolean => headers.some(([name]) => name.toLowerCase() === 'content-type')

/** The request of `pm.sendRequest`, from a URL or from Postman's form of a request. */
function requestOf(given: unknown, record: ScriptRecord): SentByScript {
  const filled = (text: unknown): string => String(replaceIn(text, record))
  if (typeof given === 'string') return { method: 'GET', url: filled(given), headers: [] }
  const { url, method = 'GET', header, headers: more, body } = given as SendOptions
  const headers = pairsOf(header ?? more).map(([name, value]): [string, string] => [filled(name), filled(value)])
  const address = typeof url === 'object' && url !== null && 'raw' in url ? (url as { raw: unknown }).raw : url
  const request: SentByScript = { method: method.toUpperCase(), url: filled(address), headers }
  if (body === undefined || body === null) return request
  if (typeof body === 'string') return { ...request, body: filled(body) }
  const { mode, raw, urlencoded, graphql, options } = body as {
    mode?: string
    raw?: unknown
    urlencoded?: unknown
    graphql?: unknown
    formdata?: unknown
    options?: { raw?: { language?: string } }
  }
  const typed = (type: string, text: string): SentByScript => {
    if (!hasType(headers)) headers.push(['Content-Type', type])
    return { ...request, body: text }
  }
  if (mode === 'urlencoded') {
    const pairs = typeof urlencoded === 'string' ? undefined : pairsOf(urlencoded)
    const text = pairs
      ?.map(([name, value]) => `${encodeURIComponent(filled(name))}=${encodeURIComponent(filled(value))}`)
      .join('&')
    return typed('application/x-www-form-urlencoded', text ?? filled(urlencoded))
  }
  if (mode === 'graphql') return typed('application/json', JSON.stringify(graphql))
  if (mode === 'formdata' || mode === 'file')
    throw new Error(`sendRequest can't send a body of mode ${mode}: use a Send Request step.`)
  const value = mode === undefined && raw === undefined ? body : raw
  const text = typeof value === 'string' ? filled(value) : JSON.stringify(value)
  const isJson = typeof value === 'object' || options?.raw?.language === 'json'
  return typed(isJson ? 'application/json' : 'text/plain', text)
}

/** `pm.sendRequest`: calls back, and returns a promise. */
export const sendRequestOf =
  (record: ScriptRecord) =>
  (given: unknown, callback?: Callback): Promise<SeenResponse> => {
    const request = requestOf(given, record)
    const promise = new Promise<SeenResponse>((resolve, reject) => {
      record.send(request, (answer: ScriptAnswer) => {
        if ('error' in answer) {
          const error = new Error(answer.error)
          if (callback) callback(error)
          else reject(error)
          return
        }
        const response = new SeenResponse(answer.response)
        if (callback) callback(null, response)
        resolve(response)
      })
    })
    return promise
  }

/** `setNextRequest`: with null, the run ends. */
export const nextRequestOf =
  (record: ScriptRecord) =>
  (name: unknown): void =>
    record.jump({ next: name === null || name === undefined ? null : String(name) })

/** What `pm` and `insomnia` share. */
export function postmanApi(
  record: ScriptRecord,
  expect: unknown,
  request: SeenRequest | undefined,
  response: SeenResponse | undefined,
) {
  const test = Object.assign(testOf(record), { skip: (_name: unknown, _body?: TestBody) => undefined, index: () => 0 })
  const setNextRequest = nextRequestOf(record)
  const project = variableScope(record, 'assigned', 'globals')
  const cookies = response?.cookies ?? new CookieList()
  const unchanged = (what: string): void => {
    if (cookies.isKept) record.log('warning', `${what} has no effect: scripts can only read the project's cookies.`)
  }
  const jar = {
    get: (_url: unknown, name: unknown, then?: (error: null, value?: string) => void) => then?.(null, cookies.get(name)),
    getAll: (_url: unknown, then?: (error: null, cookies: unknown[]) => void) => then?.(null, cookies.all()),
    set(_url: unknown, ...given: unknown[]) {
      unchanged('set')
      ;(given.at(-1) as ((error: null) => void) | undefined)?.(null)
    },
    unset(_url: unknown, _name: unknown, then?: (error: null) => void) {
      unchanged('unset')
      then?.(null)
    },
    clear(_url: unknown, then?: (error: null) => void) {
      unchanged('clear')
      then?.(null)
    },
  }
  return {
    test,
    expect,
    request,
    response,
    environment: variableScope(record, 'assigned', record.input.environment),
    globals: project,
    collectionVariables: variableScope(record, 'assigned', 'collection'),
    baseEnvironment: project,
    variables: variableScope(record, 'TestCase', 'variables'),
    iterationData: variableScope(record, 'TestCase', 'row'),
    vault: {
      get: async (key: unknown) => record.secret(key),
      set: async () => record.log('warning', 'vault.set has no effect: scripts can only read secrets.'),
      unset: async () => undefined,
    },
    sendRequest: sendRequestOf(record),
    cookies: Object.assign(cookies, { jar: () => jar }),
    info: {
      eventName: response === undefined ? 'prerequest' : 'test',
      iteration: 0,
      iterationCount: 1,
      requestName: request?.name ?? record.input.step,
      requestId: request?.id ?? record.input.step,
    },
    execution: {
      setNextRequest,
      skipRequest: () => record.jump({ skip: true }),
      location: Object.assign([record.input.step], { current: record.input.step }),
    },
    setNextRequest,
    visualizer: { set: () => undefined, clear: () => undefined },
  }
}

/** The globals of Postman's first scripts: `tests`, `responseBody`, `postman.setEnvironmentVariable` … */
export function oldGlobals(record: ScriptRecord, request: SeenRequest | undefined, response: SeenResponse | undefined) {
  const get = (name: unknown): unknown => record.get(name)
  const set = (name: unknown, value: unknown): void => record.set('assigned', name, value)
  const unset = (name: unknown): void => record.set('assigned', name, '')
  const none = (): void => undefined
  return {
    postman: {
      getEnvironmentVariable: get,
      setEnvironmentVariable: set,
      clearEnvironmentVariable: unset,
      getGlobalVariable: get,
      setGlobalVariable: set,
      clearGlobalVariable: unset,
      clearEnvironmentVariables: none,
      clearGlobalVariables: none,
      setNextRequest: nextRequestOf(record),
      getResponseHeader: (name: unknown) => response?.headers.get(name),
      getResponseCookie: (name: unknown) => response?.cookies.all().find((one) => one.name === name),
    },
    environment: { ...record.input.variables },
    globals: { ...record.input.variables },
    data: { ...record.input.variables },
    iteration: 0,
    ...(response === undefined
      ? {}
      : {
          responseBody: response.body,
          responseCode: { code: response.code, name: response.status, detail: response.status },
          responseTime: response.responseTime,
          responseHeaders: response.headers.toObject(),
          responseCookies: response.cookies.all(),
        }),
    request,
  }
}
