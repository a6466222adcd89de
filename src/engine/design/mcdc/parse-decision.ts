import { AssayError } from '#engine/base/errors.ts'
import { designTexts } from '../texts.ts'
import type { Value } from '../result.ts'

const texts = designTexts.mcdc

/** A decision as a tree; conditions by their number. */
export type Decision =
  | { type: 'and' | 'or' | 'xor'; of: readonly Decision[] }
  | { type: 'not'; of: readonly [Decision] }
  | { type: 'condition'; at: number }

/** A sum of parameters, each with a factor, and a number. */
export interface Linear {
  terms: ReadonlyMap<string, number>
  constant: number
}

/** What one condition compares. */
export type Compared =
  | { type: 'flag'; name: string; is: boolean }
  | { type: 'linear'; relation: Relation; sum: Linear }
  | { type: 'text'; left: string; relation: '=' | '<>'; right: { name: string } | { value: string | null } }
  | { type: 'in'; name: string; values: readonly (string | number)[] }

/** How two sides are compared. */
export type Relation = '=' | '<>' | '<' | '<=' | '>' | '>='

/** A condition: the same text is the same condition, wherever it is. */
export interface Condition {
  text: string
  compared: Compared
  /** How often it is in the decision. */
  count: number
}

type Operand = { type: 'linear'; sum: Linear } | { type: 'constant'; value: Value }

interface Token {
  type: 'word' | 'name' | 'number' | 'text' | 'symbol'
  text: string
  at: number
}

const relations: Readonly<Record<string, Relation>> = {
  '=': '=',
  '==': '=',
  '===': '=',
  '<>': '<>',
  '!=': '<>',
  '!==': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
const words: Readonly<Record<string, string>> = {
  and: 'and',
  '&&': 'and',
  '&': 'and',
  or: 'or',
  '||': 'or',
  '|': 'or',
  xor: 'xor',
  '^': 'xor',
  not: 'not',
  '!': 'not',
}

/** Reads a decision. AssayError `design-unusable` names the character of a mistake. */
export function parseDecision(text: string): { decision: Decision; conditions: Condition[] } {
  const parser = new Parser(text)
  return { decision: parser.whole(), conditions: parser.conditions }
}

class Parser {
  readonly conditions: Condition[] = []
  readonly #text: string
  readonly #tokens: Token[]
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokensOf(text)
  }

  whole(): Decision {
    if (this.#tokens.length === 0) throw new AssayError('design-unusable', texts.empty)
    const decision = this.#or()
    const rest = this.#tokens[this.#at]
    if (rest !== undefined) this.#expected(texts.operator)
    return decision
  }

  #peek(offset = 0): Token | undefined {
    return this.#tokens[this.#at + offset]
  }

  #operator(word: string): boolean {
    const token = this.#peek()
    if (token === undefined || token.type === 'text' || words[token.text.toLowerCase()] !== word) return false
    this.#at++
    return true
  }

  #symbol(symbol: string): boolean {
    const token = this.#peek()
    if (token?.type !== 'symbol' || token.text !== symbol) return false
    this.#at++
    return true
  }

  #expected(what: string): never {
    const token = this.#peek()
    throw new AssayError(
      'design-unusable',
      texts.expected(this.#text, (token?.at ?? this.#text.length) + 1, what, token?.text ?? ''),
    )
  }

  #joined(type: 'and' | 'or' | 'xor', next: () => Decision): Decision {
    const of = [next()]
    while (this.#operator(type)) of.push(next())
    return of.length === 1 && of[0] ? of[0] : { type, of }
  }

  #or(): Decision {
    return this.#joined('or', () => this.#joined('xor', () => this.#joined('and', () => this.#not())))
  }

  #not(): Decision {
    if (this.#operator('not')) return { type: 'not', of: [this.#not()] }
    if (this.#peek()?.text === '(' && !this.#isSum()) {
      this.#at++
      const inner = this.#or()
      if (!this.#symbol(')')) this.#expected('")"')
      return inner
    }
    return this.#condition()
  }

  /** Whether the parenthesis that comes encloses a sum, as in `(a + b) * 2 > 3`: what follows it is arithmetic or a comparison. */
  #isSum(): boolean {
    let depth = 0
    for (let at = this.#at; at < this.#tokens.length; at++) {
      const { text, type } = this.#tokens[at] ?? { text: '', type: 'word' }
      if (type === 'text') continue
      if (text === '(') depth++
      if (text === ')' && --depth === 0) {
        const next = this.#tokens[at + 1]
        return next !== undefined && (next.text in relations || '+-*/'.includes(next.text))
      }
    }
    return false
  }

  #condition(): Decision {
    const start = this.#peek()?.at ?? 0
    const compared = this.#compared()
    const last = this.#tokens[this.#at - 1]
    const end = last === undefined ? start : last.at + last.text.length + (last.type === 'text' ? 2 : 0)
    const text = this.#text.slice(start, end).replace(/\s+/g, ' ').trim()
    const key = text.toLowerCase()
    let at = this.conditions.findIndex((one) => one.text.toLowerCase() === key)
    if (at < 0) at = this.conditions.push({ text, compared, count: 0 }) - 1
    const known = this.conditions[at]
    if (known) known.count++
    return { type: 'condition', at }
  }

  #compared(): Compared {
    const left = this.#sum()
    const token = this.#peek()
    if (token?.text.toLowerCase() === 'in' && token.type !== 'text') {
      this.#at++
      return this.#membership(left)
    }
    const relation = token?.type === 'symbol' ? relations[token.text] : undefined
    if (relation === undefined) {
      const name = left.type === 'linear' ? nameAlone(left.sum) : undefined
      if (name === undefined) this.#expected(texts.relation)
      return { type: 'flag', name, is: true }
    }
    this.#at++
    const right = this.#sum()
    const next = this.#peek()
    if (next?.type === 'symbol' && next.text in relations) this.#expected(texts.chain)
    return this.#pair(left, relation, right)
  }

  #pair(left: Operand, relation: Relation, right: Operand): Compared {
    if (left.type === 'linear' && right.type === 'linear') {
      const sum = plus(left.sum, right.sum, -1)
      // Numbers alone compare nothing.
      if (sum.terms.size === 0) this.#expected(texts.parameter)
      return { type: 'linear', relation, sum }
    }
    const [named, constant] = left.type === 'linear' ? [left, right] : [right, left]
    const name = named.type === 'linear' ? nameAlone(named.sum) : undefined
    if (name === undefined || constant.type !== 'constant') return this.#expected(texts.parameter)
    if (relation !== '=' && relation !== '<>') return this.#expected(texts.order)
    const { value } = constant
    if (typeof value === 'boolean') return { type: 'flag', name, is: value === (relation === '=') }
    return { type: 'text', left: name, relation, right: { value: value === null ? null : String(value) } }
  }

  #membership(left: Operand): Compared {
    const name = left.type === 'linear' ? nameAlone(left.sum) : undefined
    if (name === undefined) return this.#expected(texts.parameter)
    const close = this.#symbol('{') ? '}' : this.#symbol('(') ? ')' : this.#symbol('[') ? ']' : this.#expected('"{"')
    const values: (string | number)[] = []
    do {
      const token = this.#peek()
      if (token?.type === 'text') values.push(token.text)
      else if (token?.type === 'number') values.push(Number(token.text))
      else this.#expected(texts.value)
      this.#at++
    } while (this.#symbol(','))
    if (!this.#symbol(close)) this.#expected(`"${close}"`)
    return { type: 'in', name, values }
  }

  #sum(): Operand {
    let sum = this.#product()
    for (;;) {
      const factor = this.#symbol('+') ? 1 : this.#symbol('-') ? -1 : 0
      if (factor === 0) return sum
      const next = this.#product()
      if (sum.type !== 'linear' || next.type !== 'linear') return this.#expected(texts.number)
      sum = { type: 'linear', sum: plus(sum.sum, next.sum, factor) }
    }
  }

  #product(): Operand {
    let product = this.#operand()
    for (;;) {
      const isTimes = this.#symbol('*')
      if (!isTimes && !this.#symbol('/')) return product
      const next = this.#operand()
      if (product.type !== 'linear' || next.type !== 'linear') return this.#expected(texts.number)
      const [by, of] = next.sum.terms.size === 0 ? [next.sum.constant, product.sum] : [product.sum.constant, next.sum]
      const isConstant = next.sum.terms.size === 0 || (isTimes && product.sum.terms.size === 0)
      if (!isConstant || (!isTimes && by === 0)) return this.#expected(texts.linear)
      product = { type: 'linear', sum: scaled(of, isTimes ? by : 1 / by) }
    }
  }

  #operand(): Operand {
    const token = this.#peek()
    if (token === undefined) return this.#expected(texts.parameter)
    if (this.#symbol('(')) {
      const inner = this.#sum()
      if (!this.#symbol(')')) this.#expected('")"')
      return inner
    }
    if (this.#symbol('-')) {
      const inner = this.#operand()
      return inner.type === 'linear' ? { type: 'linear', sum: scaled(inner.sum, -1) } : this.#expected(texts.number)
    }
    if (token.type === 'symbol' || (token.type === 'word' && token.text.toLowerCase() in words)) this.#expected(texts.parameter)
    this.#at++
    if (token.type === 'number') return { type: 'linear', sum: { terms: new Map(), constant: Number(token.text) } }
    if (token.type === 'text') return { type: 'constant', value: token.text }
    const word = token.text.toLowerCase()
    if (token.type === 'word' && (word === 'true' || word === 'false')) return { type: 'constant', value: word === 'true' }
    if (token.type === 'word' && word === 'null') return { type: 'constant', value: null }
    return { type: 'linear', sum: { terms: new Map([[token.text, 1]]), constant: 0 } }
  }
}

function tokensOf(text: string): Token[] {
  const pattern =
    /\s+|(?<number>(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)|(?<word>[\p{L}_$][\p{L}\p{N}_$.]*)|\[(?<name>[^\]]+)\]|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<symbol>===|!==|==|!=|<>|<=|>=|&&|\|\||[-+*/()<>=!&|^{},\]])/giuy
  const found: Token[] = []
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const groups = pattern.exec(text)?.groups
    if (groups === undefined)
      throw new AssayError('design-unusable', texts.expected(text, at + 1, texts.parameter, text.charAt(at)))
    const quoted = groups['double'] ?? groups['single']
    if (quoted !== undefined) found.push({ type: 'text', text: quoted, at })
    else
      for (const type of ['number', 'word', 'name', 'symbol'] as const) {
        const one = groups[type]
        if (one !== undefined) found.push({ type, text: type === 'name' ? one.trim() : one, at })
      }
  }
  return found
}

const nameAlone = ({ terms, constant }: Linear): string | undefined => {
  const [[name, factor] = []] = terms
  return terms.size === 1 && factor === 1 && constant === 0 ? name : undefined
}

function plus(a: Linear, b: Linear, factor: number): Linear {
  const terms = new Map(a.terms)
  for (const [name, by] of b.terms) {
    const sum = (terms.get(name) ?? 0) + by * factor
    if (sum === 0) terms.delete(name)
    else terms.set(name, sum)
  }
  return { terms, constant: a.constant + b.constant * factor }
}

const scaled = ({ terms, constant }: Linear, by: number): Linear => ({
  terms: new Map([...terms].flatMap(([name, factor]) => (factor * by === 0 ? [] : [[name, factor * by] as const]))),
  constant: constant * by,
})
