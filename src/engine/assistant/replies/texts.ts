/** Counts of a proposal. */
export interface Counts {
  suites: number
  cases: number
  steps: number
  changed: number
  removed: number
  designs: number
}

/** All that the assistant says, in one language. */
export interface Texts {
  yes: string
  no: string
  proposal(counts: Counts): string
  design(name: string, method: string, tests: number, parameters: readonly string[], items: string): string
  made(tests: number, id: string): string
  load(target: string, users: number, seconds: number): string
  created(name: string): string
  undone(label: string): string
  attach(names: string): string
  ask: Record<
    | 'project'
    | 'save'
    | 'environment'
    | 'operation'
    | 'users'
    | 'duration'
    | 'target'
    | 'case'
    | 'suite'
    | 'step'
    | 'what'
    | 'name'
    | 'file'
    | 'columns'
    | 'identities'
    | 'value'
    | 'variable'
    | 'bounds'
    | 'rules'
    | 'decision'
    | 'transitions'
    | 'field'
    | 'unclear'
    | 'baseUrl'
    | 'secret',
    string
  > & { remove(count: string): string; left(words: string): string; newEnvironment: string }
  say: Record<
    | 'help'
    | 'empty'
    | 'noRun'
    | 'noSecret'
    | 'noLeave'
    | 'cancelled'
    | 'nothingToUndo'
    | 'noFailures'
    | 'noCase'
    | 'nothing'
    | 'nothingWrong'
    | 'tooLong'
    | 'noProject'
    | 'changed'
    | 'tooMany'
    | 'noPlan'
    | 'withheld',
    string
  >
  why(where: string, text: string, hint: string): string
  explain(name: string, suite: string, steps: readonly string[]): string
  facts: {
    bounds(field: string, operation: string, range: string): string
    /** With a status: a test that expects it. */
    untested(operations: string, count: number, status?: number): string
    covered(status?: number): string
    /** The cases that ask for what was named. */
    cases(names: string, count: number): string
    noCases: string
    /** The statuses that a document has for an operation. */
    statuses(operation: string, statuses: string): string
  }
  options: {
    browser: string
    file: string
    local: string
    skip: string
    rest: string
    nothing: string
    secretYes: string
    secretNo: string
  }
  assume: {
    suite(name: string): string
    gone(operation: string): string
    first(operation: string): string
    identifier(at: string): string
    undocumented(status: number): string
    refusal: string
    guessed(request: string): string
    address(url: string): string
    noAddress: string
    failureRate(rate: string): string
    column(column: string, field: string): string
    random(count: number): string
    expectedOf(list: string): string
    template(operation: string): string
    bounds(name: string): string
    role(who: string): string
  }
  warn: {
    leftOut(words: string): string
    tested(operations: string, count: number): string
    newHost(host: string): string
    newToken: string
    switchedOff(names: string): string
    secretNeeded(name: string): string
    valueNeeded(name: string): string
    removes(name: string, count: number): string
    refers(step: string, to: string): string
    unusedColumns(columns: string): string
    identities: string
    literalSecret: string
    problem(text: string): string
  }
  steps: {
    suite: string
    case: string
    answers(status: string): string
    keep(name: string): string
    wait(seconds: number): string
    check: string
    isGone: string
    crud(resource: string): string
    withoutToken(title: string): string
    wrongToken(title: string): string
    /** A value that is none of its field. */
    wrong(title: string, field: string): string
    without(title: string, field: string): string
    refused(title: string): string
    unknown(title: string): string
    eachRow(source: string): string
    nextRow: string
    eachIdentity: string
    identitySecrets: string
    identities(name: string): string
    load(target: string, users: number): string
    design(method: string, title: string): string
  }
  suggest: {
    lifeCycle(resource: string): string
    boundary(operation: string): string
    pairwise(operation: string): string
    load(name: string): string
    explain(name: string): string
    every: string
    post: string
  }
}
