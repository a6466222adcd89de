import type * as v from 'valibot'
import type { AssayError } from '#engine/base/errors.ts'
import type { ProjectApi } from '#engine/api/conformity.ts'
import type { CertificatesOfHosts } from './keys/certified-ports.ts'
import type { SentRequest } from '#engine/api/match.ts'
import type { Masked, Told } from '#engine/base/secrets/masked.ts'
import type { CookieJar, Diagnosis, Exchange, Headers, HttpResponse, Ports, SqlRecord } from '#engine/ports/index.ts'
import type { RowSet } from '#engine/extractors/source.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { KnownDocuments } from '#engine/oauth/context.ts'
import type { TokensOfRun } from '#engine/oauth/token/tokens-of-run.ts'
import type { ScriptJump } from '#engine/scripting/script-io.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import type { Connection } from './sql/connection.ts'

/** How a step ended (T9). Its texts are masked by the runner. */
export type Outcome =
  | { outcome: 'passed'; message?: string }
  /** A check does not hold; `hint`: why, as far as the response tells. */
  | { outcome: 'failed'; message: string; hint?: string; diagnosis?: Diagnosis }
  /** It could not be run. */
  | { outcome: 'broken'; message: string; code: string; hint?: string; cause?: string; diagnosis?: Diagnosis }
  | { outcome: 'skipped'; message?: string }
  | { outcome: 'cancelled'; message?: string }

/** The result of one check of an assertion step. Texts are masked and at most 2,000 characters. */
export interface CheckResult {
  /** Index in `checks`, from 0. */
  index: number
  passed: boolean
  /** What was looked at: `json $.state`, `header content-type`, `status`. */
  subject: string
  /** The rule with its expected value and type: `equals string "open"`. */
  expected: string
  /** What was found, with its type: `string "pending"`, or `nothing`. */
  actual: string
  /** What a snapshot did not match, as JSON, for accepting it; absent if it is longer than 64 KiB. */
  found?: string
}

/** Details that a running step emits. The runner adds IDs and order and turns them into run events. */
export type StepDetail =
  | { type: 'exchanged'; exchange: Exchange }
  | { type: 'queried'; query: SqlRecord }
  | { type: 'checked'; check: CheckResult }
  | { type: 'variable-set'; name: string; scope: 'TestCase' | 'TestSuite' | 'Project'; value: string }
  | { type: 'noted'; level: 'info' | 'warning'; text: string }
  | {
      type: 'action-required'
      /** Unique in the run. */
      action: string
      /** `login`: a window on this machine. `device`: anywhere, with a code (RFC 8628). `own-device`: where the provider calls the user (CIBA). */
      kind: 'login' | 'device' | 'own-device'
      state: 'waiting' | 'blocked' | 'out-of-sight' | 'done'
      /** The URL that the window shows, or the verification address of the device. */
      url: string
      /** Of a login. */
      redirectUri?: string
      /** Of a device: what the user types at `url`. */
      userCode?: string
      /** Of a device: the URL that holds the code already. */
      completeUrl?: string
      /** Milliseconds since 1970 at which the login timeout ends it. */
      deadline: number
    }

/** What was sent besides method and URL. */
export interface SentParts {
  headers: Headers
  body?: string
}

/**
 * The result of a step for later steps in the same case and row. `summary`, masked, is printed under a failing check: `POST
 * http://… -> 201 in 34 ms`. `scheme` is that of the header Authorization that was sent, if one was; empty where it has none.
 * `namesOne`: its path says which of many is meant. `sent`: headers, and the body if it is a text of ordinary size.
 */
export type StepResult =
  | {
      kind: 'http'
      request: SentRequest
      response: HttpResponse
      summary: Masked
      scheme?: string
      namesOne?: boolean
      sent?: SentParts
      /** Why a signature was refused, and what to do: the hint of a check that fails because of it. */
      refusal?: string
    }
  | ({ kind: 'rows'; summary: Masked } & RowSet)

/** The context of a running step. */
export interface RunContext {
  /** Aborted by Stop and by the run's timeout. */
  signal: AbortSignal
  ports: Ports
  /** Variables of all scopes, the functions, and the resolving of templates. */
  variables: Scopes
  /** Knows every secret value of the run; masks texts. */
  redactor: Redactor
  /** Milliseconds since the run started, monotonic. */
  elapsed(): number
  /** A fresh id, unique in the run. */
  nextId(prefix: string): string
  emit(detail: Told<StepDetail>): void
  /** A step's result by id, or of the nearest executed send-request or sql before; undefined if there is none. */
  result(step?: string): StepResult | undefined
  keep(result: StepResult): void
  /** A connection of the project by its id. */
  connection?(id: string): Connection | undefined
  /** The APIs of the project; absent: none. */
  apis?: readonly ProjectApi[]
  /** A step of the same case. */
  stepOf?(id: string): unknown
  /** The name of a step of the same case, for texts. */
  nameOf?(step: string): string | undefined
  /** Has the run go on elsewhere; false if that can't be done. Absent: it goes on with the next step. */
  jump?(to: ScriptJump): boolean
  step: { id: string; name: string }
  /** What the steps of this run have read of providers; absent: everything is requested again. */
  known?: KnownDocuments
  /** Steps with the same OAuth2 settings use one token; absent: each has its own. */
  shareTokens?: boolean
  /** The tokens that the steps of this run have got; absent: only what the store keeps is used again. */
  tokensOfRun?: TokensOfRun
  /**
   * False: no one reads exchanges, bodies, values of variables and the texts of checks that hold, so a step may omit making
   * them. Absent: someone does.
   */
  wantsDetails?: boolean
  environment: { id: string; name: string } | undefined
  /** Hosts where `http:` or a bad certificate is allowed. */
  insecureHosts: readonly string[]
  /** The client certificates of the environment; absent: none. */
  certificates?: CertificatesOfHosts
  /** The jar whose cookies requests send and fill; absent: no cookies are kept. */
  cookies?: () => Promise<CookieJar>
}

/** How the steps of one kind run. `facts.ts`, `schema.ts` and `check.ts` in the same folder have everything known before a run. */
export interface StepKind<S extends v.GenericSchema> {
  run(step: v.InferOutput<S>, context: RunContext): Promise<Outcome>
}

/** The outcome of a step that an error ended. */
export function brokenBy(error: AssayError): Outcome {
  if (error.code === 'cancelled') return { outcome: 'cancelled' }
  return {
    outcome: 'broken',
    code: error.code,
    message: error.message,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.cause === undefined ? {} : { cause: error.cause instanceof Error ? error.cause.message : String(error.cause) }),
  }
}
