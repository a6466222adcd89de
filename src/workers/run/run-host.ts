import type { CertificateDescription } from '#engine/oauth/keys/client-certificate.ts'
import type { ClientCertificateEntry } from '#engine/steps/keys/client-certificate.ts'
import type { KeyDescription } from '#engine/oauth/keys/describe-key.ts'
import type { SigningAlgorithm } from '#engine/oauth/keys/key-settings.ts'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'
import type { TableInfo } from '#engine/steps/sql/tables.ts'
import { registration, type RegistrationRequest, type RegistrationResult } from '#engine/steps/oauth2/registration.ts'
import { type TokenAction, type TokenActionResult, tokenAction } from '#engine/steps/oauth2/token-action.ts'
import type { LoginTold, Ports } from '#engine/ports/index.ts'
import type { ScriptToolResult } from '#engine/steps/oauth2/automation/script-tool.ts'
import { createWindowLogin } from '#platform/browser/login.ts'
import { callScriptTool, type ScriptToolCall } from './script-tool-call.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkKey } from './check-key.ts'
import { createCompanionCalls } from './companion/companion-calls.ts'
import type { CompanionRecords } from './companion/companion-records.ts'
import { discover } from './discover.ts'
import { createLoadCalls } from './load-calls.ts'
import { lookInto } from './query-database.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import { firstRows, lookAtRow, type RowLook, type RowsPage } from './preview-rows.ts'
import { createProjectPorts, type ProjectPortsParts } from './project-ports.ts'
import { createRunCalls, type RunCallsParts } from './run-calls.ts'
import type { AskedStep, AskPlace, Discovery, LogoutWindow, ProjectSource, TokenSummary } from './run-protocol.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { requestedLoginContext } from './requested-case.ts'
import type { StoredToken, TokenKey } from '#engine/ports/token-store.ts'
import { decodeJwtParts } from '#engine/oauth/signed/decode-tokens.ts'

/** What the run worker is made of; its file fills it in. */
export interface RunHostParts extends ProjectPortsParts, RunCallsParts {
  companionRecords: CompanionRecords
  readBody(run: string, id: string, range?: { start: number; end: number }): Promise<Uint8Array | undefined>
  /** Removes the databases of a project. */
  forgetDatabases(project: string): Promise<void>
  /** Tells the workers of other tabs that the vault was locked. */
  tellLocked(): void
}

/** What the page can ask the run worker: runs, results, secrets, tokens, files. Whatever is added here can be called there. */
export type RunWorker = ReturnType<typeof createRunHost>

/** Everything that happens in the run worker. */
export function createRunHost(parts: RunHostParts) {
  const { vault } = parts
  const ports = createProjectPorts(parts)
  const runs = createRunCalls(parts, ports)
  return {
    runs: runs.calls,
    results: {
      /** A stored response body, secrets masked; undefined if it was dropped or pruned. `range` in bytes. */
      body: parts.readBody,
      /** The value behind a masked name `‹…›` of one of the last runs, for an explicit reveal. */
      reveal: (run: string, name: string): string | undefined => runs.reveal(run, name),
    },
    secrets: {
      /** Ids that have a value. */
      list: (project: string): Promise<string[]> => vault.secretIds(project),
      set: (project: string, id: string, value: string): Promise<void> => vault.putSecret(project, id, value),
      reveal: (project: string, id: string): Promise<string | undefined> => vault.secret(project, id),
      delete: (project: string, id: string): Promise<void> => vault.deleteSecret(project, id),
      /**
       * For a value that stood in plaintext before it became this secret: masks it in what is stored of the project's runs;
       * response bodies of a run that hold it are removed.
       */
      concealInRuns: (project: string, id: string, value: string): Promise<void> => runs.conceal(project, id, value),
      /** `open`: no passphrase. */
      state: (): Promise<'open' | 'locked' | 'unlocked'> => vault.state(),
      unlock: (passphrase: string): Promise<boolean> => vault.unlock(passphrase),
      lock(): void {
        vault.lock()
        parts.tellLocked()
      },
      /** Sets, changes or (with '') removes the passphrase. */
      protect: (passphrase: string): Promise<void> => vault.protect(passphrase),
    },
    tokens: {
      list: async (project: string): Promise<TokenSummary[]> => (await ports.tokens(project).list()).map(summaryOf),
      async reveal(project: string, environment: string, step: string): Promise<string | undefined> {
        const all = await ports.tokens(project).list()
        return all.find((entry) => entry.environment === environment && entry.step === step)?.token.accessToken
      },
      forget: (project: string, environment: string, step: string): Promise<void> =>
        ports.tokens(project).delete({ environment, step }),
    },
    /** The companion that this browser is paired with. */
    companion: createCompanionCalls(parts.companion, parts.companionRecords, ports),
    /** Files that requests send, by the path that the project names. */
    files: {
      info: parts.files.info,
      /** Takes the place of one under the same path. */
      put: parts.files.put,
    },
    /** Databases of SQLite that are kept here, by the path that the connection names. */
    databases: {
      /** Connects, and tells which tables there are; rejects with what a step would break with. */
      tables: async (
        source: ProjectSource,
        asked: { connection: string; environment: string | undefined },
      ): Promise<TableInfo[]> => lookInto(await ports.project(source), asked, ports.forQuestion(source)),
      info: (project: string, path: string) => parts.sql.api.info(project, path),
      /** Takes the place of one under the same path; without a file it is an empty one. */
      put: async (project: string, path: string, file: Blob | undefined): Promise<void> =>
        parts.sql.api.put(project, path, file && new Uint8Array(await file.arrayBuffer())),
      read: (project: string, path: string) => parts.sql.api.read(project, path),
      /** With the project. */
      forget(project: string): Promise<void> {
        parts.sql.end()
        return parts.forgetDatabases(project)
      },
    },
    /** Load tests, within what a browser can do. */
    load: createLoadCalls(ports),
    /** About rows of data, before a run. */
    data: {
      /** The first rows of a data source as it is now in the page. */
      rows: async (
        source: ProjectSource,
        data: DataSource,
        options: { environment: string | undefined; seed: number; count: number },
      ): Promise<RowsPage> => firstRows(await ports.project(source), data, options, ports.forQuestion(source)),
      /** What the steps of a loop will see and send in one row. */
      row: async (source: ProjectSource, place: AskedStep, options: { seed: number; number: number }): Promise<RowLook> =>
        lookAtRow(await ports.project(source), place, options, ports.forQuestion(source)),
    },
    /** About the logins of a project; each call starts with where that is taken from. */
    oauth: {
      /** Fetches a discovery document (O2); the URL is resolved with the project's variables. */
      discover: async (source: ProjectSource, place: AskedStep): Promise<Discovery> =>
        discover(await ports.project(source), place, ports.forQuestion(source)),
      /** Does something with the cached token of a step (O12, O17); rejects only if the step is not there. */
      tokenAction: async (source: ProjectSource, place: AskedStep, action: TokenAction): Promise<TokenActionResult> =>
        tokenActionOf(await ports.project(source), place, ports.forQuestion(source), action),
      /** Registers a client for a step, or deletes it (RFC 7591, RFC 7592); rejects only if the step is not there. */
      registration: async (source: ProjectSource, place: AskedStep, asked: RegistrationRequest): Promise<RegistrationResult> => {
        const signal = new AbortController().signal
        const { step, context } = requestedLoginContext(await ports.project(source), place, ports.forQuestion(source), signal)
        return registration(step, context, asked)
      },
      /** Ends the session that a step's cached token came from, in a window of the page that is on the wait page; rejects only if the step is not there. */
      endSession: async (
        source: ProjectSource,
        place: AskedStep,
        { window, redirectUri }: LogoutWindow,
        signal: AbortSignal,
      ): Promise<TokenActionResult> => {
        const windows = { open: async () => undefined, close: () => undefined }
        const login = createWindowLogin({ redirectUri, more: () => false, windows })
        if (window !== undefined) login.offer(window)
        try {
          const own = { ...ports.forQuestion(source), login }
          return await tokenActionOf(await ports.project(source), place, own, 'end-session', signal)
        } finally {
          login.end()
        }
      },
      /** Tries, records or proposes the script of a step's login (O8); rejects only if the step is not there. */
      script: async (
        source: ProjectSource,
        place: AskedStep,
        asked: ScriptToolCall,
        tell: (told: LoginTold) => void,
        signal: AbortSignal,
      ): Promise<ScriptToolResult> =>
        callScriptTool(await ports.project(source), place, await ports.forScript(source), asked, tell, signal),
      /** Says what a signing key is, or what is wrong with it (O4); its secrets and variables are read here. */
      describeKey: async (
        source: ProjectSource,
        place: AskPlace,
        key: SigningKey,
        algorithm: SigningAlgorithm,
      ): Promise<KeyDescription> => checkKey(await ports.project(source), place, key, algorithm, ports.forQuestion(source)),
      /** Says what a client certificate of an environment is, or what is wrong with it. */
      describeCertificate: async (
        source: ProjectSource,
        environment: string,
        entry: ClientCertificateEntry,
      ): Promise<CertificateDescription> =>
        checkCertificate(await ports.project(source), environment, entry, ports.forQuestion(source)),
    },
  }
}

/** Finds an OAuth2 step of a project and does something with its cached token, with the start values of the variables. */
async function tokenActionOf(
  project: Project,
  place: AskedStep,
  ports: Ports,
  action: TokenAction,
  signal = new AbortController().signal,
): Promise<TokenActionResult> {
  const { step, context } = requestedLoginContext(project, place, ports, signal)
  return tokenAction(step, context, action)
}

/** What the page may see of a token (O12): everything but the token. */
function summaryOf({ environment, step, token }: TokenKey & { token: StoredToken }): TokenSummary {
  const { tokenType, expiresAt, obtainedAt, scope, why, fingerprint, stamp, accessToken, refreshToken } = token
  return {
    step,
    environment,
    tokenType,
    obtainedAt,
    fingerprint,
    hasRefreshToken: refreshToken !== undefined,
    ...(stamp === undefined ? {} : { stamp }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(why === undefined ? {} : { why }),
    ...(scope === undefined ? {} : { scope }),
    ...decodeJwtParts(accessToken),
  }
}
