import { createContext, useContext, type Component } from 'solid-js'
import type { SourceName } from '#engine/extractors/facts.ts'
import type { Source } from '#engine/extractors/source.ts'
import type { KeyDescription } from '#engine/oauth/keys/describe-key.ts'
import type { SigningAlgorithm } from '#engine/oauth/keys/key-settings.ts'
import type { InheritedHeader } from '#engine/project/inherited-headers.ts'
import type { Step } from '#engine/project/format/schema.ts'
import type { SqlDriver } from '#engine/ports/sql.ts'
import type { TableInfo } from '#engine/steps/sql/tables.ts'
import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'
import type { LoginTold } from '#engine/ports/index.ts'
import type { ScriptTool, ScriptToolResult } from '#engine/steps/oauth2/automation/script-tool.ts'
import type { RegistrationRequest, RegistrationResult } from '#engine/steps/oauth2/registration.ts'
import type { TokenAction, TokenActionResult } from '#engine/steps/oauth2/token-action.ts'
import type { StepReport } from '#engine/runner/report/report.ts'
import type { ReferencedFileInfo } from '#storage/referenced-files.ts'
import type { SentRequest } from '#engine/api/match.ts'
import type { RowLook } from '#workers/run/preview-rows.ts'
import type { RandomFields } from '#workers/api/random-fields.ts'
import type { Discovery, TokenSummary } from '#workers/run/run-protocol.ts'

/** What every step editor gets. `step` is a reactive store: read its keys inside JSX. */
export interface StepEditorProps<S extends Step = Step> {
  step: S
  readOnly: boolean
  /** One undoable edit; edits in a row of this step with the same `merge` key are one undo step (typing). */
  edit(label: string, recipe: (draft: S) => void, merge?: string): void
}

/** An editor of one type; the list is `ui/steps/index.ts`. */
export type StepEditor<S extends Step = Step> = Component<StepEditorProps<S>>

/** A variable as completion and hover show it; secrets come masked. */
export interface VariableInfo {
  name: string
  scope: 'row' | 'TestCase' | 'TestSuite' | 'Environment' | 'Project'
  /** The start value, or the value of the last run; `••••••` for secrets. */
  value: string
  /** Its start value is a secret. */
  secret?: boolean
  /** Where completion puts it: lower ones first. */
  rank?: number
  /** Of a row's variable that has no value at the open step: the loop that sets it, with its number. */
  loop?: string
}

/** The answer that a step looks at, as the last run kept it. */
export interface Answer {
  /** Paths to its values, for a source that has paths. */
  paths(source: SourceName): readonly string[]
  /** What a source finds in it, in words. */
  look(source: Source): Promise<{ found: string } | { nothing: true } | undefined>
}

/** Edits the checks and transfers that are nested under a step of the open case. */
export interface NestedEditing {
  /** Reactive: they, in order. */
  under(owner: string): readonly Step[]
  /** Whether it has a name, a description or its own condition, and stays when its last row is removed. */
  hasOwnName(step: Step): boolean
  /** Reactive: the variable that a step sets which leaves no result to look at: all that checks nested under it can read. */
  variableOf(owner: string): string | undefined
  edit(step: string): StepEditorProps['edit']
  /** Puts a new one behind them; `begin` gives it its first row. */
  add(owner: string, kind: Step['kind'], label: string, begin: (made: Step) => void): Promise<void>
  /** Opens the editor of one of them. */
  open(step: string): void
}

/** What editors can ask the workspace for; reactive getters. */
export interface EditorContext {
  variables(): VariableInfo[]
  /** Steps of the open case, in order. */
  steps(): { id: string; name: string; kind: Step['kind'] }[]
  connections(): { id: string; name: string; driver: SqlDriver }[]
  /** Reactive: the tables of a connection's database, once "Test connection" has found them; absent in fakes. */
  tables?(connection: string): readonly TableInfo[] | undefined
  /** Shows the connections of the project. */
  openConnections?(): void
  dataSources(): { id: string; name: string }[]
  apis(): { id: string; name: string }[]
  /** What the project's API definitions say of the JSON body of a request; absent in fakes. */
  randomFields?(request: SentRequest, body: unknown): Promise<RandomFields | undefined>
  secrets: {
    /** Whether a value is stored in the vault for this id. */
    has(id: string): boolean
    set(id: string, value: string): Promise<void>
    reveal(id: string): Promise<string | undefined>
    /** A readable, unused id for a field of a step: `get-token/client-secret`. */
    suggest(stepName: string, field: string): string
  }
  /** The files that requests send, in this browser, by their path next to the project file. */
  files: {
    info(path: string): Promise<ReferencedFileInfo | undefined>
    choose(path: string, file: File): Promise<void>
  }
  /** Rows of data, as they are before a run; absent in fakes. */
  rows?: {
    /** The columns of a data source; none if it can't be read. */
    columns(source: string): Promise<readonly string[]>
    /** What the steps of the loop that starts with this step will see and send in the row of this number, or the next one. */
    look(step: string, number: number): Promise<RowLook | undefined>
    /** Reactive: the row of a loop that is looked at; a step of the loop that is run alone gets it. */
    picked(step: string): number | undefined
    pick(step: string, number: number): void
    /** Shows a data source, where its rows are edited. */
    open(source: string): void
  }
  redirectUri(): string
  /** The id of the active environment. */
  environment?(): string | undefined
  /** Runs this step alone ("Get token now", Ctrl+Enter). */
  runStep(step: string): void
  running(): boolean
  discover(step: string): Promise<Discovery>
  /** What a signing key of the open case is, or what is wrong with it. */
  describeKey(key: SigningKey, algorithm: SigningAlgorithm): Promise<KeyDescription | undefined>
  /** Whether it is known which tokens are cached. */
  tokensRead(): boolean
  token(step: string): TokenSummary | undefined
  /** When the last run started, if the step used its cached token in it; milliseconds since 1970. */
  reusedAt?(step: string): number | undefined
  revealToken(step: string): Promise<string | undefined>
  forgetToken(step: string): Promise<void>
  /** Asks the provider about the cached token, or refreshes it. */
  /** Registers a client for a step, or deletes it; absent in fakes. */
  registration?(step: string, asked: RegistrationRequest): Promise<RegistrationResult | undefined>
  tokenAction(step: string, action: TokenAction): Promise<TokenActionResult | undefined>
  /** Ends the session that the cached token came from, in a window of the provider; to be called within a click. Absent in fakes. */
  endSession?(step: string, signal: AbortSignal): Promise<TokenActionResult | undefined>
  /** Tries, records or proposes the script of a step's login by the companion; `undefined` where no case is open. Absent in fakes. */
  script?(
    step: string,
    tool: ScriptTool,
    tell: (told: LoginTold) => void,
    signal: AbortSignal,
  ): Promise<ScriptToolResult | undefined>
  /** The step's result in the last run. */
  lastResult(step: string): StepReport | undefined
  /** Reactive: what reads the answer that a step looks at (`request`, else the nearest before it); undefined without one. */
  lastAnswer?(step: string, request: string | undefined): (() => Promise<Answer | undefined>) | undefined
  /** The variables in which steps before this one, in its case and in earlier ones of its suite, keep their tokens for it, the nearest first. */
  tokenVariables?(step: string): readonly string[]
  /**
   * Reactive: the headers that a request of the open case with this body inherits and doesn't override; absent in fakes.
   */
  inherited?(body: RequestBody): readonly InheritedHeader[]
  /** Opens the project, the suite or the case that has an inherited header. */
  openLevel?(level: InheritedHeader['from']['level']): void
  /** Puts a step that gets a token before this request, and lets the request send it. Absent in fakes. */
  addTokenStep?(step: string): Promise<void>
  /** Keeps a value in a variable of the active environment, else of the project; a secret in the vault. False: it could not be kept, and why has been said. */
  keepVariable?(name: string, value: string, secret: boolean): Promise<boolean>
  /** Absent in fakes. */
  nested?: NestedEditing
  /** Enables or disables a step together with what is nested under it. Absent in fakes. */
  setEnabled?(step: string, enabled: boolean): void
  /** Opens what adds negative tests of an OAuth2 step. */
  addNegativeTests?(step: string): void
  /** Says that `name` was deleted and offers to take the edit `label` back, while that is the newest edit. */
  offerUndo(name: string, label: string): void
  /** What is wrong with the step in its project: a partner or a reference that is missing. */
  problems?(step: string): string[]
}

const Context = createContext<EditorContext>()

/** Wraps the step editors. */
export const EditorContextProvider = Context.Provider

/** The editor context; throws outside its provider. */
export function useEditorContext(): EditorContext {
  const context = useContext(Context)
  if (!context) throw new Error('No EditorContextProvider above this editor')
  return context
}
