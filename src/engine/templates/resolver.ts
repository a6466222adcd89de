import { AssayError } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { Clock } from '#engine/ports/clock.ts'
import type { SecretVault } from '#engine/ports/secret-vault.ts'
import { type Cell, findCell, namesIn, type View } from './cells.ts'
import type { FunctionContext } from './function-spec.ts'
import { functions } from './functions.ts'
import { insertIntoJson, textOfValue } from './insert.ts'
import type { LocaleName } from './locales.ts'
import { parseTemplate, type Reference, type Template } from './parse.ts'
import { readSecret } from './resolve-secret.ts'
import type { Draws } from './seeded.ts'
import { templateTexts as texts } from './texts.ts'

/** The context of resolving. */
export interface RunServices {
  clock: Clock
  secrets: SecretVault
  redactor: Redactor
  signal: AbortSignal
  /** The active environment's name. */
  environment: string | undefined
  /** Of random data; English without one. */
  locale?: LocaleName | undefined
  /** Lets other tasks of the thread run if none could for a while; undefined if there is no need. */
  rest?: (() => Promise<void> | undefined) | undefined
  /** How often it is still guessed what an unknown name was meant to be. */
  guesses: { left: number }
  /** The steps that would set a variable, in words. */
  setters?: ((name: string) => readonly string[]) | undefined
}

/** The start values that are being resolved with their names, the outermost first; finds circles. One for each template. */
type Chain = Map<Cell, string>

const bearer = 'bearer '
/** Characters of a text's end that are held apart from it. */
const longestEnd = 1_000

/** After so many parts of a template the clock is looked at. */
const partsBetweenRests = 4_096
/** So many start values are resolved one inside the other on one stack. */
const deepestOnStack = 200
/** Characters that a template may come to: more than any file or answer has. */
const longestText = 100_000_000

/**
 * Resolves templates in the scopes of one place. Returns a value or a promise: known values aren't awaited, so plain variables
 * cost no turn of the event loop.
 */
export class Resolver {
  readonly #view: View
  readonly #run: RunServices
  readonly #context: FunctionContext
  /** Start values of outer scopes that need something which only this place sees; they last as long as this place. */
  readonly #own = new Map<Cell, unknown>()

  constructor(view: View, run: RunServices, draws: Draws) {
    this.#view = view
    this.#run = run
    this.#context = { clock: run.clock, draws, environment: run.environment, locale: run.locale ?? 'en' }
  }

  /** A template's text. `json`: what is inserted is escaped for the JSON around it. */
  text(template: string, json: boolean): string | Promise<string> {
    if (!template.includes('${')) return template
    return this.#join(parseTemplate(template), json, this.#view, this.#context, new Map())
  }

  /** The typed value of a template that is one reference alone, else its text. */
  value(template: string): unknown {
    if (!template.includes('${')) return template
    return this.#typed(parseTemplate(template), this.#view, this.#context, new Map())
  }

  /** A variable's value, or what a function without arguments gives (`env.name`); undefined if there is none. */
  variable(name: string): unknown {
    const cell = findCell(this.#view, name)
    if (cell !== undefined) return this.#ofCell(name, cell, new Map())
    const compute = functions.get(name)?.compile([])
    return typeof compute === 'function' ? compute(this.#context) : undefined
  }

  #typed(template: Template, view: View, context: FunctionContext, chain: Chain): unknown {
    const [only] = template.parts
    if (template.parts.length === 1 && typeof only === 'object') return this.#ofReference(only, view, context, chain)
    return this.#join(template, false, view, context, chain)
  }

  #join(template: Template, json: boolean, view: View, context: FunctionContext, chain: Chain): string | Promise<string> {
    const { parts } = template
    let text = ''
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index]
      if (typeof part === 'object') {
        const value = this.#ofReference(part, view, context, chain)
        const pending = value instanceof Promise ? value : this.#rest(index, value)
        if (pending) return this.#joinSlowly(template, json, view, context, chain, text, index, pending)
        text = joined(text, insert(part, value, json))
      } else text += part ?? ''
    }
    return text
  }

  async #joinSlowly(
    { parts }: Template,
    json: boolean,
    view: View,
    context: FunctionContext,
    chain: Chain,
    begun: string,
    from: number,
    pending: Promise<unknown>,
  ): Promise<string> {
    // The end is held apart: to look at the end of a string that was combined costs as much as the whole text.
    let done = begun.slice(0, -bearer.length)
    let end = begun.slice(-bearer.length)
    const add = (more: string): void => {
      if (end.length > longestEnd) {
        done = joined(done, end.slice(0, -bearer.length))
        end = end.slice(-bearer.length)
      }
      end = joined(end, more)
    }
    for (let index = from; index < parts.length; index++) {
      const part = parts[index]
      if (typeof part === 'object') {
        // One after the other: draws keep their order.
        let value = index === from ? pending : this.#ofReference(part, view, context, chain)
        if (index !== from) value = this.#rest(index, value) ?? value
        if (value instanceof Promise) value = await value
        if (this.#isDpopBound(part, view) && end.slice(-bearer.length).toLowerCase() === bearer)
          end = `${end.slice(0, -bearer.length)}DPoP `
        add(insert(part, value, json))
      } else add(part ?? '')
    }
    return joined(done, end)
  }

  /** The value, after others had their turn; undefined if it is not time for that. A run that was stopped ends here. */
  #rest(index: number, value: unknown): Promise<unknown> | undefined {
    if (index % partsBetweenRests < partsBetweenRests - 2) return undefined
    const rest = this.#run.rest?.()
    return rest?.then(() => {
      if (this.#run.signal.aborted) throw new AssayError('cancelled', texts.stopped)
      return value
    })
  }

  #isDpopBound(reference: Reference, view: View): boolean {
    const cell = reference.compute === undefined ? this.#find(reference.name, view) : undefined
    return cell?.type === 'live' && cell.live.scheme === 'DPoP'
  }

  /** Start values see their own scope and those around it first, then the place that uses them. */
  #find(name: string, view: View): Cell | undefined {
    return findCell(view, name) ?? (view === this.#view ? undefined : findCell(this.#view, name))
  }

  #ofReference(reference: Reference, view: View, context: FunctionContext, chain: Chain): unknown {
    if (reference.compute !== undefined) return reference.compute(context)
    const cell = this.#find(reference.name, view)
    if (cell === undefined) {
      const guesses = this.#run.guesses.left-- > 0
      const setters = (guesses && this.#run.setters?.(reference.name)) || []
      const near = guesses && setters.length === 0 ? nearest(reference.name, namesIn([...view, ...this.#view])) : []
      const hint = setters.length > 0 ? texts.setFirst(setters) : texts.unknownVariableHint(near)
      const within = [...chain.values()].toReversed()
      throw new AssayError('variable-unknown', texts.unknownVariable(reference.name, within), { hint })
    }
    return this.#ofCell(reference.name, cell, chain)
  }

  #ofCell(name: string, cell: Cell, chain: Chain): unknown {
    switch (cell.type) {
      case 'set':
        return cell.value
      case 'secret':
        return cell.value ?? (cell.loading ??= this.#load(cell))
      case 'live':
        return this.#current(name, cell)
      case 'start':
        if (cell.done) return cell.value
        return this.#own.has(cell) ? this.#own.get(cell) : this.#begin(name, cell, chain)
    }
  }

  async #load(cell: Extract<Cell, { type: 'secret' }>): Promise<string> {
    try {
      cell.value = await readSecret(cell.id, this.#run.secrets, this.#run.redactor)
      return cell.value
    } finally {
      cell.loading = undefined
    }
  }

  async #current(name: string, cell: Extract<Cell, { type: 'live' }>): Promise<string> {
    const value = await cell.live.current(this.#run.signal)
    if (cell.masked !== value) {
      this.#run.redactor.add(name, value)
      cell.masked = value
    }
    return value
  }

  #begin(name: string, cell: Extract<Cell, { type: 'start' }>, chain: Chain): unknown {
    if (chain.has(cell)) {
      const links = [...chain]
      const circle = links.slice(links.findIndex(([link]) => link === cell)).map(([, link]) => link)
      throw new AssayError('variable-cycle', texts.cycle([...circle, name]), { hint: texts.cycleHint })
    }
    chain.set(cell, name)
    // A chain of any length is followed: from time to time on its own stack.
    if (chain.size % deepestOnStack === 0) return Promise.resolve().then(() => this.#ofStart(cell, chain))
    return this.#ofStart(cell, chain)
  }

  #ofStart(cell: Extract<Cell, { type: 'start' }>, chain: Chain): unknown {
    const template = parseTemplate(cell.template)
    // Derived again at each try: two places that resolve it side by side draw the same.
    const context = { ...this.#context, draws: cell.draws.derive('value') }
    const value = this.#typed(template, cell.home, context, chain)
    const keep = (known: unknown): unknown => {
      chain.delete(cell)
      if (this.#isOwn(cell)) this.#own.set(cell, known)
      else if (!cell.done) {
        cell.value = known
        cell.done = true
      }
      return cell.done ? cell.value : known
    }
    return value instanceof Promise ? value.then(keep) : keep(value)
  }

  /** Whether a start value needs, itself or through others, a variable that its home doesn't see, or one that changes. */
  #isOwn(cell: Extract<Cell, { type: 'start' }>): boolean {
    return parseTemplate(cell.template).parts.some((part) => {
      if (typeof part !== 'object' || part.compute !== undefined) return false
      const needed = findCell(cell.home, part.name)
      return needed === undefined || (needed.type === 'start' && !needed.done)
    })
  }
}

function insert(reference: Reference, value: unknown, json: boolean): string {
  return json ? insertIntoJson(value, reference.quoted) : textOfValue(value)
}

/** Too long for any use, and soon for the memory: start values that name others twice grow by powers of two. */
function joined(text: string, more: string): string {
  if (text.length + more.length > longestText)
    throw new AssayError('value-out-of-bounds', texts.tooLong(longestText), { hint: texts.tooLongHint })
  return text + more
}
