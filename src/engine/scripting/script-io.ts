/** The request that a script sees: the one that was sent, or the one that is sent next. */
export interface ScriptRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
  /** The body as text; absent: none, or bytes. */
  body?: string
  /** The name of its step. */
  name: string
}

/** The response that a script sees. */
export interface ScriptResponse {
  status: number
  statusText: string
  headers: [name: string, value: string][]
  url: string
  /** The body, decoded as UTF-8. */
  body: string
  /** The cookies of the jar after it; absent: the project keeps none. */
  cookies?: [name: string, value: string][]
  /** Bytes of the body. */
  size: number
  /** Milliseconds until it was complete. */
  duration: number
}

/** A request that a script sends itself. */
export interface SentByScript {
  method: string
  url: string
  headers: [name: string, value: string][]
  body?: string
}

/** What came of a request that a script sent. */
export type ScriptAnswer = { response: ScriptResponse } | { error: string }

/** The input of a script: plain data. */
export interface ScriptInput {
  code: string
  /** Milliseconds since 1970: the script's clock starts here. */
  now: number
  /** Of everything that the script draws. */
  seed: string
  /** Milliseconds after which it is stopped. */
  timeout: number
  /** The names of step and environment. */
  step: string
  environment: string
  request?: ScriptRequest | undefined
  response?: ScriptResponse | undefined
  /** The values of variables, by name. */
  variables: Record<string, unknown>
  /** Names of variables whose values are fetched when the script reads them: secrets and tokens. */
  withheld: string[]
  /** Secrets of the vault that it has read, by ID. */
  secrets: Record<string, string>
  /** What came of the requests that it sent, in order. */
  answers: ScriptAnswer[]
}

/** Something a script waits for. It is run again from its start with this in its input: the same input gives the same run. */
export type ScriptWant = { type: 'variable' | 'secret'; name: string } | ({ type: 'request' } & SentByScript)

/** A test of a script. */
export interface ScriptCheck {
  name: string
  passed: boolean
  /** Why it fails. */
  message: string
}

/** The scope in which a script sets a variable; `assigned`: where the variable is, otherwise the project. */
export type ScriptScope = 'TestCase' | 'TestSuite' | 'Project' | 'assigned'

/** Where a script has the run go on: with a request by its name or ID, with none, or without its own. */
export type ScriptJump = { next: string | null } | { skip: true }

/** What a script came to. */
export interface ScriptOutput {
  checks: ScriptCheck[]
  logs: { level: 'info' | 'warning'; text: string }[]
  sets: { name: string; scope: ScriptScope; value: unknown }[]
  /** Absent: the run goes on with the next step. */
  jump?: ScriptJump
  /** Its error; absent: it ran to its end. */
  error?: { kind: ScriptErrorKind; message: string; line?: number; isAssertion?: boolean }
  /** What it waits for: everything else is to be ignored. */
  wants: ScriptWant[]
}

/** The modules that `require` gives; those with a path, such as `lodash/get`, by their first part. */
export const scriptModules: readonly string[] =
  'ajv atob axios btoa buffer chai crypto crypto-js lodash moment nanoid querystring tv4 url util uuid xml2js'.split(' ')

/** The variable that a script before a request sets for one of its headers. */
export const headerVariable = (header: string): string => `request.header.${header}`

/** Why a script ended early. */
export type ScriptErrorKind = 'thrown' | 'timeout' | 'memory' | 'stack' | 'waiting' | 'crashed'

/** The most that a script may do and take. */
export const scriptLimits = {
  /** Pages of 64 KiB: 64 MB for the script, and what QuickJS and the API need. */
  pages: { initial: 256, maximum: 1_100 },
  /** Bytes of stack. In a browser's worker the host's own is full before: that ends the script, which can't catch it. */
  stack: 160_000,
  checks: 10_000,
  logs: 1_000,
  /** Characters of a line of its log, of a check's name and of its message. */
  text: 2_000,
  sets: 10_000,
  requests: 50,
  /** Milliseconds for reading what it did. */
  reading: 500,
}
