/** The exit codes of `cli.md`. */
export const exitCodes = {
  passed: 0,
  /** A check failed. */
  failed: 1,
  /** The file or the options are unusable. */
  unusable: 2,
  /** A step broke, and nothing failed. */
  broken: 3,
  /** Of `ask`: a question is open. */
  question: 4,
  /** Of `ask`: the request is rejected. */
  refused: 5,
  interrupted: 130,
} as const
