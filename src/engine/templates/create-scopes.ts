import { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { Clock } from '#engine/ports/clock.ts'
import type { SecretVault } from '#engine/ports/secret-vault.ts'
import { type Cell, findCell, namesIn, openScope, type Scope, type StartValue, type View } from './cells.ts'
import type { LocaleName } from './locales.ts'
import { isVariableName } from './parse.ts'
import { Resolver, type RunServices } from './resolver.ts'
import type { Scopes, TokenProver, WritableScope } from './scopes.ts'
import { type Draws, seeded } from './seeded.ts'
import { templateTexts as texts } from './texts.ts'

export type { StartValue } from './cells.ts'

/** What the variables of a run are made of. */
export interface RunScopesOptions {
  /** Start values of the project. */
  project: readonly StartValue[]
  /** The active environment. */
  environment?: { name: string; variables: readonly StartValue[] } | undefined
  /** Take the place of every start value (`--var`); inserted unchanged, never templates. */
  overrides?: Readonly<Record<string, unknown>> | undefined
  /** Of the test data: the same seed, suites, cases and steps draw the same (T5). */
  seed: number
  /** Of random names, addresses and texts; English without one. */
  locale?: LocaleName | undefined
  clock: Clock
  secrets: SecretVault
  redactor: Redactor
  signal: AbortSignal
  /** Lets other tasks of the thread run if none could for a while; undefined if there is no need. */
  rest?: (() => Promise<void> | undefined) | undefined
  /** The steps, in words, that would set a variable for the case with this id. */
  settersOf?: ((name: string, caseId: string | undefined) => readonly string[]) | undefined
}

/** So many unknown names of a run get a guess; in a run with more of them the rest would not be read. */
const mostGuesses = 200

/** Variables of a run: what all suites share. */
export interface RunScopes {
  /** Opens a suite's scope. `key` (its id) decides what the suite draws; without it, the order does. */
  suite(start: readonly StartValue[], key?: string): SuiteScopes
}

/** Variables of a suite: what its cases share. */
export interface SuiteScopes {
  /** Opens the scope of a case. `key` as in {@link RunScopes.suite}; a key's second use draws again. */
  case(start: readonly StartValue[], key?: string): Scopes
}

/** Opens the variables of a run. */
export function createRunScopes(options: RunScopesOptions): RunScopes {
  const { project, environment } = options
  const overrides = new Map(Object.entries(options.overrides ?? {}))
  const draws = seeded(`assay ${options.seed}`)
  const declared = new Set([...project, ...(environment?.variables ?? [])].map(({ name }) => name))
  const undeclared = [...overrides.keys()].filter((name) => !declared.has(name)).map((name) => ({ name, value: '' }))
  const inProject = openScope('Project', [], [...project, ...undeclared], overrides, draws)
  const shared = openScope('environment', inProject, environment?.variables ?? [], overrides, draws)
  const run = { ...options, environment: environment?.name, guesses: { left: mostGuesses }, draws }
  // A start value of the project sees the active environment too.
  for (const scope of inProject) for (const cell of scope.cells.values()) if (cell.type === 'start') cell.home = shared

  const keyOfSuite = keys('suite')
  return {
    suite(start, suiteKey) {
      const suiteDraws = draws.derive(keyOfSuite(suiteKey))
      const [suiteScope] = openScope('TestSuite', shared, start, overrides, suiteDraws)
      const inSuite: View = suiteScope === undefined ? shared : [suiteScope, ...shared]
      const keyOfCase = keys('case')
      return {
        case(caseStart, caseKey) {
          const caseDraws = suiteDraws.derive(keyOfCase(caseKey))
          const view = openScope('TestCase', inSuite, caseStart, overrides, caseDraws)
          return new SeenScopes(view, caseDraws, { ...run, setters: (name) => options.settersOf?.(name, caseKey) ?? [] })
        },
      }
    },
  }
}

/** Keys for draws: a key that comes again, or none, is made unique by its number. */
function keys(kind: string): (key: string | undefined) => string {
  const counts = new Map<string, number>()
  return (key) => {
    const base = key === undefined ? kind : `${kind} ${key}`
    const count = (counts.get(base) ?? 0) + 1
    counts.set(base, count)
    return `${base} ${count}`
  }
}

/** What all places of a run have in common. */
type SharedByRun = RunServices & { draws: Draws }

/** Variables as they are seen from a case, or from a row of a loop in it. */
class SeenScopes implements Scopes {
  readonly #view: View
  readonly #draws: Draws
  readonly #run: SharedByRun
  readonly #resolver: Resolver

  constructor(view: View, draws: Draws, run: SharedByRun) {
    this.#view = view
    this.#draws = draws
    this.#run = run
    this.#resolver = new Resolver(view, run, draws)
  }

  /** Start values of the case don't see the row: they are resolved once for all rows. */
  row(key: string, values: Readonly<Record<string, unknown>>): Scopes {
    return this.#inRow(values, this.#draws.derive(`row ${key}`))
  }

  rowOfRun(key: string, values: Readonly<Record<string, unknown>>): Scopes {
    return this.#inRow(values, this.#run.draws.derive(`row ${key}`))
  }

  #inRow(values: Readonly<Record<string, unknown>>, draws: Draws): Scopes {
    const cells = Object.entries(values).map(([name, value]): [string, Cell] => [name, { type: 'set', value }])
    return new SeenScopes([{ name: 'row', cells: new Map(cells) }, ...this.#view], draws, this.#run)
  }

  async resolve(template: string, options?: { escape?: 'none' | 'json' }): Promise<string> {
    return this.#resolver.text(template, options?.escape === 'json')
  }

  async resolveValue(template: string): Promise<unknown> {
    return this.#resolver.value(template)
  }

  async get(name: string): Promise<unknown> {
    return this.#resolver.variable(name)
  }

  set(scope: WritableScope, name: string, value: unknown): void {
    this.#cells(scope, name).set(name, { type: 'set', value })
  }

  assign(name: string, value: unknown): WritableScope {
    const found = this.#view.find(({ name: scope, cells }) => scope !== 'row' && cells.has(name))
    if (found?.name === 'environment') {
      found.cells.set(name, { type: 'set', value })
      return 'Project'
    }
    const scope = found?.name === undefined || found.name === 'row' ? 'Project' : found.name
    this.set(scope, name, value)
    return scope
  }

  visible(): { name: string; isSecret: boolean }[] {
    return [...new Set(namesIn(this.#view))].map((name) => {
      const type = findCell(this.#view, name)?.type
      return { name, isSecret: type === 'secret' || type === 'live' }
    })
  }

  setLive(scope: WritableScope, name: string, live: Parameters<Scopes['setLive']>[2]): void {
    this.#cells(scope, name).set(name, { type: 'live', live, masked: undefined })
  }

  proverFor(token: string): TokenProver | undefined {
    for (const { cells } of this.#view) {
      for (const cell of cells.values()) {
        const prover = cell.type === 'live' ? cell.live.proverFor?.(token) : undefined
        if (prover) return prover
      }
    }
    return undefined
  }

  #cells(wanted: WritableScope, name: string): Scope['cells'] {
    if (!isVariableName(name)) throw new AssayError('template-syntax', texts.badName(name), { hint: texts.badNameHint })
    const scope = this.#view.find((candidate) => candidate.name === wanted)
    if (scope === undefined) throw new AssayError('internal', `The scope ${wanted} doesn't exist here.`)
    return scope.cells
  }
}
