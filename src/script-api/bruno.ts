import type { ScriptAnswer } from '#engine/scripting/script-io.ts'
import { nextRequestOf } from './postman.ts'
import type { Change, SeenRequest, SeenResponse } from './messages.ts'
import type { ScriptRecord } from './record.ts'
import { replaceIn } from './variables.ts'

const parsed = (text: string | undefined): unknown => {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const lowerNames = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** A value by a path such as `a.b[0].c`; `[]` takes all. */
function valueAt(value: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((at, key) => (at === undefined || at === null ? undefined : (at as Record<string, unknown>)[key]), value)
}

/** `res` of Bruno: a function that queries the body, with what is known of the response. */
export function brunoResponse(response: SeenResponse) {
  let body = parsed(response.body)
  const headers = lowerNames(response.headers.toObject())
  const res = Object.assign((path: string) => valueAt(body, path), {
    status: response.code,
    statusText: response.status,
    headers,
    responseTime: response.responseTime,
    url: response.url,
    getStatus: () => response.code,
    getStatusText: () => response.status,
    getHeader: (name: string) => response.headers.get(name),
    getHeaders: () => headers,
    getBody: () => body,
    getResponseTime: () => response.responseTime,
    getUrl: () => response.url,
    getSize: () => response.size(),
    getDataBuffer: () => response.stream,
    setBody(value: unknown) {
      body = value
    },
  })
  Object.defineProperty(res, 'body', { enumerable: true, get: () => body, set: res.setBody })
  return res
}

/** `req` of Bruno. What it changes has no effect on a request that was sent. */
export function brunoRequest(record: ScriptRecord, request: SeenRequest | undefined, change: Change) {
  const { body, headers } = request ?? {}
  return {
    name: request?.name ?? record.input.step,
    url: request?.url.toString() ?? '',
    method: request?.method ?? '',
    headers: headers?.toObject() ?? {},
    body: parsed(body?.raw),
    timeout: 0,
    getName: () => request?.name ?? record.input.step,
    getUrl: () => request?.url.toString() ?? '',
    getHost: () => request?.url.getHost() ?? '',
    getPath: () => request?.url.getPath() ?? '',
    getQueryString: () => request?.url.getQueryString() ?? '',
    getMethod: () => request?.method ?? '',
    getAuthMode: () => 'none',
    getHeader: (name: string) => headers?.get(name),
    getHeaders: () => headers?.toObject() ?? {},
    getBody: () => parsed(body?.raw ?? body?.toString()),
    getTimeout: () => 0,
    getExecutionMode: () => 'standalone',
    getExecutionPlatform: () => 'cli',
    getTags: () => [],
    setUrl: () => change(),
    setMethod: () => change(),
    setHeader: (name: string, value: string) => headers?.upsert({ key: name, value }),
    setHeaders: () => change(),
    deleteHeader: (name: string) => headers?.remove(name),
    setBody: () => change(),
    setTimeout: () => undefined,
    setMaxRedirects: () => undefined,
    onFail: () => undefined,
    disableParsingResponseJson: () => undefined,
  }
}

/** `bru` of Bruno. */
export function brunoApi(record: ScriptRecord, response: SeenResponse | undefined) {
  const get = (name: unknown): unknown => record.get(name)
  // What is undefined stays without a value.
  const set = (name: unknown, value: unknown): void =>
    value === undefined && !record.has(name) ? undefined : record.set('assigned', name, value)
  const unset = (name: unknown): void => (record.has(name) ? record.set('assigned', name, '') : undefined)
  const all = (): Record<string, unknown> => ({ ...record.input.variables })
  const setNextRequest = nextRequestOf(record)
  const { cookies } = response ?? {}
  const unchanged = (what: string) => async (): Promise<void> => {
    if (cookies?.isKept) record.log('warning', `${what} has no effect: scripts can only read the project's cookies.`)
  }
  const found = (name: unknown) => cookies?.all().find((one) => one.name === name)
  const jar = {
    getCookie: async (_url: unknown, name: unknown) => {
      const one = found(name)
      return one && { key: one.name, value: one.value }
    },
    getCookies: async () => (cookies?.all() ?? []).map(({ name, value }) => ({ key: name, value })),
    hasCookie: async (_url: unknown, name: unknown) => found(name) !== undefined,
    setCookie: unchanged('setCookie'),
    setCookies: unchanged('setCookies'),
    deleteCookie: unchanged('deleteCookie'),
    deleteCookies: unchanged('deleteCookies'),
    clear: unchanged('clear'),
  }
  return {
    getEnvName: () => record.input.environment,
    cwd: () => '.',
    isSafeMode: () => true,
    getVar: get,
    setVar: set,
    hasVar: (name: unknown) => record.has(name),
    deleteVar: unset,
    deleteAllVars: () => undefined,
    getAllVars: all,
    getAllEnvVars: all,
    getAllGlobalEnvVars: all,
    getAllCollectionVars: all,
    deleteAllEnvVars: () => undefined,
    deleteAllGlobalEnvVars: () => undefined,
    deleteAllCollectionVars: () => undefined,
    hasGlobalEnvVar: (name: unknown) => record.has(name),
    deleteGlobalEnvVar: unset,
    setCollectionVar: set,
    deleteCollectionVar: unset,
    isEnvVarSecret: () => false,
    clearVisualizations: () => undefined,
    getEnvVar: get,
    setEnvVar: set,
    hasEnvVar: (name: unknown) => record.has(name),
    deleteEnvVar: unset,
    getGlobalEnvVar: get,
    setGlobalEnvVar: set,
    getCollectionVar: get,
    hasCollectionVar: (name: unknown) => record.has(name),
    getFolderVar: get,
    getRequestVar: get,
    getProcessEnv: get,
    getSecretVar: (id: unknown) => record.secret(id),
    getOauth2CredentialVar: get,
    getCollectionName: () => '',
    interpolate: (text: unknown) => replaceIn(text, record),
    sleep: (milliseconds: number) => new Promise<void>((resolve) => void record.later(resolve, milliseconds)),
    setNextRequest,
    runner: {
      setNextRequest,
      skipRequest: () => record.jump({ skip: true }),
      stopExecution: () => record.jump({ next: null }),
      iterationIndex: 0,
      totalIterations: 1,
      iterationData: { get, has: (name: unknown) => record.has(name), set, unset, stringify: () => '{}' },
    },
    visualize: () => undefined,
    sendRequest: axiosOf(record),
    cookies: { jar: () => jar },
    utils: { minifyJson: (text: string) => JSON.stringify(JSON.parse(text)), minifyXml: (text: string) => text },
  }
}

type AxiosOptions = {
  url?: string
  method?: string
  headers?: Record<string, string>
  data?: unknown
  params?: Record<string, unknown>
}

/** The part of axios that scripts use, as `bru.sendRequest` and `require('axios')`. */
export function axiosOf(record: ScriptRecord) {
  const send = async (
    { url = '', method = 'GET', headers = {}, data, params }: AxiosOptions,
    callback?: (error: unknown, response?: unknown) => void,
  ): Promise<unknown> => {
    const list = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const isText = typeof data === 'string'
    if (data !== undefined && !isText && !list.some(([name]) => name.toLowerCase() === 'content-type'))
      list.push(['Content-Type', 'application/json'])
    const query = Object.entries(params ?? {})
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
      .join('&')
    const body =
      data === undefined
        ? {}
        : {
            body: isText ? data : String(data) === '[object Object]' || Array.isArray(data) ? JSON.stringify(data) : String(data),
          }
    const address = query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
    const answer = await new Promise<ScriptAnswer>((resolve) =>
      record.send({ method: method.toUpperCase(), url: String(replaceIn(address, record)), headers: list, ...body }, resolve),
    )
    if ('error' in answer) {
      const error = new Error(answer.error)
      if (!callback) throw error
      return callback(error)
    }
    const { status, statusText, headers: sent, body: text } = answer.response
    const response = { status, statusText, headers: lowerNames(Object.fromEntries(sent)), data: parsed(text), config: {} }
    if (callback) return callback(null, response)
    if (status >= 400)
      throw Object.assign(new Error(`Request failed with status code ${status}`), { response, isAxiosError: true })
    return response
  }
  const plain = (method: string) => (url: string, options?: AxiosOptions) => send({ ...options, url, method })
  const withBody = (method: string) => (url: string, data?: unknown, options?: AxiosOptions) =>
    send({ ...options, url, method, data })
  const axios = (
    first: string | AxiosOptions,
    second?: AxiosOptions | ((error: unknown, response?: unknown) => void),
  ): Promise<unknown> => {
    const callback = typeof second === 'function' ? second : undefined
    const options = typeof second === 'function' ? undefined : second
    return send(typeof first === 'string' ? { ...options, url: first } : first, callback)
  }
  return Object.assign(axios, {
    request: send,
    get: plain('GET'),
    delete: plain('DELETE'),
    head: plain('HEAD'),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    create: () => axiosOf(record),
  })
}
