/** The recipes: what is expanded by code into steps that are complete. */
export const recipes = [
  'crud',
  'create_delete',
  'create_read',
  'auth_call',
  'negative',
  'boundary',
  'partition',
  'pairwise',
  'decision_table',
  'state',
  'mcdc',
  'data_driven',
  'random_data',
  'identity_matrix',
  'load',
] as const
/** See {@link recipes}. */
export type RecipeId = (typeof recipes)[number]

/** The operations that a plan is made of. */
export const planOperations = [
  'recipe',
  'add_suite',
  'add_case',
  'add_step',
  'set_step',
  'set_assert',
  'extract',
  'remove',
  'move',
  'rename',
  'set_var',
  'use_data',
  'set_load',
] as const

/** What a check of an answer is about. */
export interface PlannedCheck {
  source: 'status' | 'json' | 'header' | 'duration' | 'text' | 'response'
  /** JSONPath, or the name of a header. */
  at?: string
  is:
    | 'equals'
    | 'exists'
    | 'contains'
    | 'less-than'
    | 'at-most'
    | 'greater-than'
    | 'at-least'
    | 'one-of'
    | 'is-type'
    | 'has-length'
    | 'is-empty'
    | 'matches-schema'
    | 'conforms-to-api'
  not?: boolean
  value?: string | number | boolean | null | number[] | Record<string, unknown>
}

/**
 * One operation of a plan. All names are those that the context lists: never ids, which stay inside. `operation` is that of an API
 * document (`POST /orders`), `case`, `step` and `suite` are names as the context has made them unique.
 */
export type PlanOperation =
  | {
      do: 'recipe'
      recipe: RecipeId
      operation?: string
      /** The second operation, where it is not the one that goes with the first: what deletes or reads. */
      then?: string
      case?: string
      suite?: string
      name?: string
      /** Of a body or a query: field and value as the person said them. */
      fields?: Record<string, string | number | boolean | null>
      parameters?: string[]
      strength?: number
      /** Of `negative`: what is wrong. */
      kinds?: string[]
      /** An attached file, or a data source of the project. */
      file?: string
      /** Of `pairwise` and its like: also make the tests. */
      make?: boolean
      /** A design in working memory: nothing is discovered again. */
      design?: string
      count?: number
      status?: number
      /** It has to be refused: the documented refusal. */
      refused?: boolean
      users?: number
      /** Seconds. */
      duration?: number
      rampUp?: number
      rules?: string[]
    }
  | { do: 'add_suite'; name: string }
  | {
      do: 'add_case'
      name: string
      suite?: string
      operation?: string
      /** Made, with its steps switched off: nobody asked for this operation by itself, and it may delete all of something. */
      off?: true
    }
  | {
      do: 'add_step'
      kind: 'send-request' | 'assertion' | 'data-transfer' | 'wait' | 'oauth2' | 'jwt' | 'sql' | 'loop-start' | 'loop-end'
      case?: string
      after?: string
      before?: string
      operation?: string
      method?: string
      url?: string
      fields?: Record<string, string | number | boolean | null>
      seconds?: number
      name?: string
      /** Of an SQL step. */
      query?: string
      /** What the answer has to be; absent: as documented. */
      status?: number
      /** Sent without a token, with one that is none, or with that of the sign-in before it, though no document asks for one. */
      token?: 'none' | 'wrong' | 'own'
      /** Sent with the token of this kind of user: `admin`. */
      as?: string
      /** Of something that is not there: an id that nothing has. */
      unknown?: boolean
      /** It has to be refused: the documented refusal. */
      refused?: boolean
      /** Members of the body that are left out. */
      omit?: string[]
      /** Further checks of its answer. */
      checks?: PlannedCheck[]
      /** Its list has what was made before; false: has it no more. */
      holds?: boolean
      /** Members of its answer that are as they were sent; an empty list: all of them. */
      same?: string[]
      /** Fields that are a day, in days from the one on which it runs. */
      days?: Record<string, number>
      /** The parameter that takes the cursor which the same request before it gave. */
      cursor?: string
      /** The first item of the same request before it is not in its list. */
      others?: boolean
      disabled?: boolean
    }
  | { do: 'set_step'; step: string; case?: string; field: string; at?: string; value: string | number | boolean | null }
  | {
      do: 'set_assert'
      step?: string
      case?: string
      checks: PlannedCheck[]
      replace?: boolean
      /** The status that the check has now, where that says which is meant. */
      was?: number
    }
  | {
      do: 'extract'
      step?: string
      case?: string
      path: string
      source?: 'json' | 'header'
      variable: string
      scope?: 'TestCase' | 'TestSuite' | 'Project'
    }
  | { do: 'remove'; what: 'suite' | 'case' | 'step' | 'variable'; name: string; case?: string }
  | { do: 'move'; what: 'case' | 'step'; name: string; to?: string; before?: string; after?: string; case?: string }
  | { do: 'rename'; what: 'project' | 'suite' | 'case' | 'step' | 'variable'; name: string; to: string }
  | {
      do: 'set_var'
      name: string
      value?: string | number | boolean
      environment?: string
      case?: string
      suite?: string
      secret?: boolean
    }
  | { do: 'use_data'; case?: string; file?: string; source?: string }
  | { do: 'set_load'; target?: string; users?: number; duration?: number; rampUp?: number; p95?: number; failureRate?: number }

/** What the assistant means to do, in the words of the project. */
export type Plan =
  | { kind: 'plan'; operations: PlanOperation[] }
  | { kind: 'ask'; slot: string; question: string; options: string[] }
  | { kind: 'answer'; text: string }
  | { kind: 'refuse'; text: string }
