/**
 * What of a project is run. Everything given must hold; all of it absent is the whole project. Ids, not names. Tokens that cases
 * before it would have got for what is run are got first.
 */
export interface Selection {
  suites?: string[]
  cases?: string[]
  tags?: string[]
  /**
   * One step of one case: steps that it needs for tokens run first, other values come from the last run (`ui.md`). `nested`: ids of
   * the steps that run after it, in the order of the case: the checks and transfers of its result.
   */
  step?: { case: string; step: string; picked?: PickedRow[]; nested?: readonly string[] }
  /** The steps of one case from its first to this one; of a loop that it is in, to the loop's end. */
  upTo?: { case: string; step: string }
  /** Of these loops only these rows; of all others every row. */
  rows?: LoopRows[]
}

/** The row of a loop, by its number, that a step which is run alone is in; of a loop that is not named the first. */
export interface PickedRow {
  loop: string
  row: number
}

/** Rows of one loop; `within`: the row of the loops around it, as in a `Place`. */
export interface LoopRows {
  case: string
  loop: string
  within?: number[]
  /** Their numbers, and all after `after`, if that is given. */
  only: number[]
  after?: number
}

/** Everything about a run that is not the project itself. */
export interface RunOptions {
  /** Environment id; undefined: none. */
  environment?: string
  selection?: Selection
  /** Beats every start value (`--var`, a row of `--data`). */
  variables?: Readonly<Record<string, unknown>>
  /** Hosts where `http:` or a bad certificate is allowed, beside those of the environment (`--insecure-hosts`). */
  insecureHosts?: readonly string[]
  /** Of the test data (T5); drawn and reported if absent. */
  seed?: number
  /** Stop at the first step that does not pass. */
  bail?: boolean
  /** How often a case that did not pass is run again. */
  retry?: number
  /** Suites side by side. */
  workers?: number
  /** Milliseconds for the whole run. */
  timeout?: number
}
