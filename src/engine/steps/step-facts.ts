import type { WritableScope } from '#engine/templates/scopes.ts'
import type { SummaryPart } from './summary.ts'

/** A place inside a step, as keys and indices. */
export type FieldPath = readonly (string | number)[]

/** A variable that a step sets. */
export interface WrittenVariable {
  name: string
  /** `row`: a column of a loop's row, set again for each. */
  scope: WritableScope | 'row'
  /** Where its name is in the step, and its scope, if that can be chosen. */
  place: FieldPath
  scopePlace?: FieldPath
  /** What else is set beside it: `id_token` for `<name>.id_token`. */
  members?: readonly string[]
}

/** What a result is: the response to a request, or rows of a database. */
export type ResultForm = 'http' | 'rows'

/** The targets of references by ID. */
export type Referred = 'step' | 'connection' | 'dataSource'

/**
 * Facts about a kind of step without the code that reads, checks or runs it: small enough for the page's first screen. Code
 * that depends on the kind reads its facts; nothing else compares `kind` with a name.
 */
export interface StepFacts<S> {
  /** The kind's name, in menus and headings. */
  title: string
  /** What a new step is called. */
  newName: string
  /** Of a new step the keys that the format has no default for, beside references. */
  initial?: Partial<S>
  /**
   * The field that holds the id of what a step refers to; `step`: the one whose result it looks at, absent in it for the
   * nearest one before.
   */
  refers?: { readonly [R in Referred]?: keyof S & string }
  /** The step that it refers to may come after it: it sees what will be sent. */
  refersAhead?: true
  /** What it leaves for the steps after it to look at. */
  gives?: ResultForm
  /** It starts or ends a loop. */
  block?: 'start' | 'end'
  /** It gets a token from a provider: its messages are an OAuth exchange. */
  getsToken?: true
  /** What it does, in one line. */
  summary(step: S): SummaryPart[]
  /** The variables that it sets. */
  writes?(step: S): WrittenVariable[]
  /** The variables that it looks at by their names, beside those in its templates. */
  readsVariables?(step: S): string[]
  /** Whether it looks at the result that it refers to; absent: always, if it refers to any. */
  readsResult?(step: S): boolean
  /** Whether it may need a window in which a user signs in. */
  signsIn?(step: S): boolean
}
