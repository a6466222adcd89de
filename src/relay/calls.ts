import type { Live } from '#engine/load/measures.ts'
import type { LoadReport } from '#engine/load/report.ts'
import type { LoadOptions } from '#engine/load/run-load.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/http.ts'
import type { LoginTold, ScriptedLogin } from '#engine/ports/login/scripted-login.ts'
import type { SqlConnection } from '#engine/ports/sql.ts'
import type { StoredToken, TokenKey } from '#engine/ports/token-store.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import type { WireError } from './errors.ts'
import type { BatchHead } from './run-batch.ts'
import type { WireAnswer, WireQuery } from './sql-values.ts'

/** A page that is paired, as both ends list it. */
export interface Pairing {
  id: string
  origin: string
  /** Milliseconds since 1970. */
  since: number
  /** How many links it has now. */
  links: number
  /** It is the one that asks. */
  own: boolean
}

/**
 * The page is to bring the body of its request, or to fetch what is left of the answer's, by its own request to
 * `linkPaths.body` with this ticket.
 */
export type BodyTicket = { bring: string } | { fetch: string }

/** A load test of the project that comes with it as a file. */
export interface AskedLoad {
  /** Its id. */
  test: string
  options: LoadOptions
  /** The values of the secrets that the project names, by their ids. */
  secrets: [id: string, value: string][]
  /** What the page has already: the companion opens no windows for users to sign in. */
  tokens: (TokenKey & { token: StoredToken })[]
  /** Where scripts of logins end. */
  redirectUri: string
}

/** A run of the project that comes with it as a file. */
export interface AskedRun {
  /** The id under which the page knows it. */
  run: string
  options: RunOptions
  /** The values of the secrets that the project names, by their ids. */
  secrets: [id: string, value: string][]
  /** Where scripts of logins end. */
  redirectUri: string
}

/** What the companion asks the page while it runs a run: tokens and the locks of those are the page's, and its other tabs'. */
export type PageAsk =
  | { of: 'token-get'; key: TokenKey }
  | { of: 'token-put'; key: TokenKey; token: StoredToken }
  | { of: 'token-delete'; key: TokenKey }
  /** Answered when it is held; until `unlock` with the number of this question. */
  | { of: 'lock'; name: string }
  | { of: 'unlock'; lock: number }

/** A part of the run's messages, in the bytes; or a question, which `run.answer` answers by its number. */
export type RunTold = { batch: BatchHead } | { ask: number; question: PageAsk }

/** What a page can say of an agent's proposal; only `shown` means that the user sees it. */
export type PageVerdict = 'shown' | 'busy' | 'stale' | 'invalid' | 'readOnly'

/** What became of an agent's proposal. `none`: no page is connected; `silent`: a page didn't respond. */
export type AgentVerdict = PageVerdict | 'otherProject' | 'none' | 'silent'

/** A proposal of an agent, for the project that a page shows. */
export interface AgentProposed {
  /** The client's name. */
  from: string
  label: string
  /** An edit of the engine's, once the page has checked it. */
  edit: unknown
  assumptions: string[]
  warnings: string[]
  notDone: string[]
}

/** What a call says and is answered, beside its bytes; all of it plain JSON. */
interface CallShape {
  params: unknown
  result: unknown
  /** What the companion tells before its answer. */
  progress: unknown
}

/** A call that is asked and answered, and nothing in between. */
interface Simple<Params, Result> extends CallShape {
  params: Params
  result: Result
  progress: never
}

/**
 * What the companion can be asked. Each has its line in `src/companion/relay/capabilities.ts`, where the compiler asks for it.
 */
export interface RelayCalls {
  /**
   * Starts the session that the call names; `hosts`: those in private networks and on this machine that it may reach, in lower
   * case.
   */
  'session.open': Simple<{ hosts: string[] }, null>
  'session.close': Simple<null, null>
  /**
   * The body of the request is its bytes; of a large one `size` alone is said, and the page brings it when it is asked to. The
   * body of the response is passed in parts as it arrives, and what is left of it with the answer; of a large one the page is
   * asked to fetch the `rest`.
   */
  'http.send': {
    params: Omit<HttpRequest, 'body'> & { size?: number }
    result: Omit<HttpResponse, 'body'>
    progress: 'body' | 'rest' | BodyTicket
  }
  /** Runs the script of a login; tells of it as it goes on, the picture of a page as bytes. For a device it never answers. */
  'login.run': { params: ScriptedLogin; result: { callbackUrl: string }; progress: LoginTold }
  /** To a server of databases. */
  'sql.query': Simple<{ connection: SqlConnection; query: WireQuery }, WireAnswer>
  /** Runs a load test, one in a session; reports the current state once a second. The project's file is its bytes. */
  'load.run': { params: AskedLoad; result: LoadReport; progress: Live }
  /** Starts nothing more: the call that runs is answered with what was measured. */
  'load.stop': Simple<null, null>
  /**
   * Executes a run, one in a session. The project's file is its bytes. Nothing is sent before the first batch was taken, nor
   * while more than a few megabytes were not.
   */
  'run.start': { params: AskedRun; result: null; progress: RunTold }
  /** Ends the run as Stop does: its last events come, and the call that carries it out is answered. */
  'run.stop': Simple<null, null>
  /** The page has stored one more batch. */
  'run.taken': Simple<null, null>
  'run.answer': Simple<{ ask: number; value?: unknown; error?: WireError }, null>
  /** From now on a value is masked; answered when the page has taken all that was sent before. */
  'run.conceal': Simple<{ name: string; value: string }, null>
  /** Tells of each proposal that an agent passes for a project, by its number, until the page ends the call. */
  'proposals.follow': { params: { project: string }; result: null; progress: { number: number; proposed: AgentProposed } }
  /** What the page did with a proposal. */
  'proposals.answer': Simple<{ number: number; verdict: PageVerdict }, null>
  'pairings.list': Simple<null, Pairing[]>
  /** Ends a pairing and its links; that of the page that asks too. */
  'pairings.revoke': Simple<{ id: string }, null>
}

/** The name of a call. */
export type CallName = keyof RelayCalls

/** What a call is answered. */
export interface Answered<Name extends CallName> {
  result: RelayCalls[Name]['result']
  bytes?: Uint8Array | undefined
}
