import { nearest } from '#engine/base/nearest-name.ts'
import { DesignMistake } from '../mistake.ts'
import type { Value } from '../result.ts'
import { designTexts } from '../texts.ts'

const texts = designTexts.constraint

/** What a constraint asks of a row. Parameters by index. */
export type Condition =
  | { type: 'and' | 'or'; of: readonly Condition[] }
  | { type: 'not'; of: readonly [Condition] }
  | { type: 'term'; parameters: readonly number[]; holds: (values: readonly number[]) => boolean }

/** A parameter as constraints see it: the first name of each value. */
export interface Constrained {
  name: string
  values: readonly Value[]
  /** Whether each value is invalid, for IsNegative and IsPositive. */
  invalid?: readonly boolean[]
}

/** Comparisons of a language, by which of -1, 0 and 1 they hold. */
export const relations: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

const asNumber = (value: Value): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN

const isNumeric = ({ values }: Constrained): boolean =>
  values.length > 0 && values.every((value) => !Number.isNaN(asNumber(value)))

/** The order of two values: by number where both are, else as texts, small and upper case being the same. */
function compare(a: Value, b: Value): number {
  const [x, y] = [asNumber(a), asNumber(b)]
  if (!Number.isNaN(x) && !Number.isNaN(y)) return Math.sign(x - y)
  const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()]
  return left < right ? -1 : left > right ? 1 : 0
}

/** `*` for any text and `?` for one character, without trying the same place twice. */
function isLike(text: string, pattern: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0]
  while (at < text.length) {
    if (pattern[from] === '*') [star, mark, from] = [from, at, from + 1]
    else if (pattern[from] === '?' || pattern[from] === text[at]) [at, from] = [at + 1, from + 1]
    else if (star >= 0) [mark, at, from] = [mark + 1, mark + 1, star + 1]
    else return false
  }
  return /^\**$/.test(pattern.slice(from))
}

/**
 * A constraint in PICT's syntax, without its semicolon: `IF … THEN … ELSE …` or a predicate. AssayError `design-unusable` names the place of a
 * mistake. Besides PICT's values `true`, `false` and `null` stand without quotes.
 */
export function parseConstraint(text: string, parameters: readonly Constrained[]): Condition {
  const parser = new Parser(text, parameters)
  return parser.constraint()
}

class Parser {
  readonly text: string
  readonly parameters: readonly Constrained[]
  #at = 0

  constructor(text: string, parameters: readonly Constrained[]) {
    this.text = text
    this.parameters = parameters
  }

  constraint(): Condition {
    let condition: Condition
    if (this.#word('IF')) {
      const when = this.#or()
      if (!this.#word('THEN')) this.#expected('THEN')
      const then = this.#or()
      condition = { type: 'or', of: [{ type: 'not', of: [when] }, then] }
      if (this.#word('ELSE')) condition = { type: 'and', of: [condition, { type: 'or', of: [when, this.#or()] }] }
    } else condition = this.#or()
    this.#symbol(';')
    this.#space()
    if (this.#at < this.text.length) this.#expected('AND, OR or the end')
    return condition
  }

  #or(): Condition {
    const of = [this.#and()]
    while (this.#word('OR')) of.push(this.#and())
    return of.length === 1 && of[0] ? of[0] : { type: 'or', of }
  }

  #and(): Condition {
    const of = [this.#clause()]
    while (this.#word('AND')) of.push(this.#clause())
    return of.length === 1 && of[0] ? of[0] : { type: 'and', of }
  }

  #clause(): Condition {
    if (this.#word('NOT')) return { type: 'not', of: [this.#clause()] }
    for (const [name, wanted] of [
      ['ISNEGATIVE', true],
      ['ISPOSITIVE', false],
    ] as const)
      if (this.#word(name)) return this.#sign(wanted)
    if (this.#symbol('(')) {
      const inner = this.#or()
      if (!this.#symbol(')')) this.#expected('")"')
      return inner
    }
    return this.#term()
  }

  #sign(wanted: boolean): Condition {
    if (!this.#symbol('(')) this.#expected('"("')
    const of = this.#peek() === ')' ? this.parameters.map((_, index) => index) : [this.#signed()]
    if (!this.#symbol(')')) this.#expected('")"')
    const terms = of.map((index): Condition => {
      const invalid = this.parameters[index]?.invalid ?? []
      return { type: 'term', parameters: [index], holds: ([value]) => (invalid[value ?? 0] ?? false) === wanted }
    })
    return { type: wanted ? 'or' : 'and', of: terms }
  }

  #term(): Condition {
    const left = this.#parameter()
    const values = this.parameters[left]?.values ?? []
    const unary = (holds: (value: Value) => boolean): Condition => {
      const table = values.map(holds)
      return { type: 'term', parameters: [left], holds: ([value]) => table[value ?? 0] ?? false }
    }
    const isNegated = this.#word('NOT')
    if (this.#word('IN')) {
      if (!this.#symbol('{')) this.#expected('"{"')
      const set: Value[] = []
      do set.push(this.#value(left))
      while (this.#symbol(','))
      if (!this.#symbol('}')) this.#expected('"," or "}"')
      return unary((value) => set.some((one) => compare(value, one) === 0) !== isNegated)
    }
    if (this.#word('LIKE')) {
      const pattern = String(this.#value()).toLowerCase()
      return unary((value) => isLike(String(value).toLowerCase(), pattern) !== isNegated)
    }
    if (isNegated) this.#expected(texts.negated)
    const relation = ['<>', '<=', '>=', '=', '<', '>'].find((one) => this.#symbol(one))
    const holds = relations[relation ?? '']
    if (holds === undefined) return this.#expected(texts.relation)
    if (this.#peek() !== '[') {
      const value = this.#value(left)
      return unary((one) => holds(compare(one, value)))
    }
    const right = this.#parameter()
    const others = this.parameters[right]?.values ?? []
    return {
      type: 'term',
      parameters: [left, right],
      holds: ([a, b]) => holds(compare(values[a ?? 0] ?? null, others[b ?? 0] ?? null)),
    }
  }

  #parameter(): number {
    this.#space()
    const start = this.#at
    if (this.#peek() !== '[') this.#expected(texts.parameter)
    return this.#named(this.#until(']', '"["').trim(), start)
  }

  /** The parameter in parentheses behind IsNegative and IsPositive: there PICT knows its name without brackets too. */
  #signed(): number {
    if (this.#peek() === '[') return this.#parameter()
    const start = this.#at
    const bare = /^[^()[\]]+(?=\))/.exec(this.text.slice(start))?.[0]
    if (bare === undefined) return this.#expected(texts.parameter)
    this.#at += bare.length
    return this.#named(bare.trim(), start)
  }

  #named(name: string, start: number): number {
    const index = this.parameters.findIndex((one) => one.name.toLowerCase() === name.toLowerCase())
    if (index >= 0) return index
    const near = nearest(
      name,
      this.parameters.map((one) => one.name),
    )[0]
    return this.#fail(designTexts.unknownParameter(name, near), start)
  }

  /** A value that can be compared with this parameter. */
  #value(of?: number): Value {
    this.#space()
    const start = this.#at
    const parameter = of === undefined ? undefined : this.parameters[of]
    const isText = this.text[start] === '"'
    const value = isText ? this.#until('"', 'The string') : this.#bare()
    const wrong = parameter !== undefined && (isText || typeof value === 'number') && isNumeric(parameter) === isText
    if (wrong) this.#fail(texts.types(parameter.name, isText), start)
    return value
  }

  #bare(): Value {
    const found = /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|true|false|null)(?![\w.])/i.exec(this.text.slice(this.#at))?.[0]
    if (found === undefined) return this.#expected(texts.value)
    this.#at += found.length
    const word = found.toLowerCase()
    return word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : Number(found)
  }

  /** What stands from the next character to its closing one; `\\` before a quote, a backslash or a bracket says that it is none. */
  #until(close: string, what: string): string {
    const start = this.#at++
    let found = ''
    for (; this.#at < this.text.length; this.#at++) {
      const unit = this.text[this.#at] ?? ''
      if (unit === close) {
        this.#at++
        return found
      }
      if (unit === '\\' && /["\\\]]/.test(this.text[this.#at + 1] ?? '')) found += this.text[++this.#at] ?? ''
      else found += unit
    }
    return this.#fail(texts.unclosed(what), start)
  }

  #space(): void {
    while (/\s/.test(this.text[this.#at] ?? '')) this.#at++
  }

  #peek(): string {
    this.#space()
    return this.text[this.#at] ?? ''
  }

  #symbol(symbol: string): boolean {
    this.#space()
    if (!this.text.startsWith(symbol, this.#at)) return false
    this.#at += symbol.length
    return true
  }

  #word(word: string): boolean {
    this.#space()
    const found = this.text.slice(this.#at, this.#at + word.length)
    if (found.toUpperCase() !== word || /\w/.test(this.text[this.#at + word.length] ?? '')) return false
    this.#at += word.length
    return true
  }

  #expected(what: string): never {
    this.#space()
    return this.#fail(texts.expected(what, /^(?:\w+|.)?/s.exec(this.text.slice(this.#at))?.[0] ?? ''), this.#at)
  }

  #fail(text: string, at: number): never {
    const place = at - (this.text.length - this.text.trimStart().length)
    throw new DesignMistake(texts.in(this.text.trim(), place, text), text, { at: place })
  }
}
