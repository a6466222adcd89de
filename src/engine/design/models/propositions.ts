import { nearest } from '#engine/base/nearest-name.ts'
import { relations } from '../combinations/constraint.ts'
import { comparable, inBrackets } from '../combinations/quoted.ts'
import { DesignMistake } from '../mistake.ts'
import type { Value } from '../result.ts'
import { designTexts } from '../texts.ts'

const texts = designTexts.foreign

/** A parameter as propositions see it. */
export interface Proposed {
  name: string
  values: readonly Value[]
}

/** A proposition: what ACTS and CTWedge call a constraint. `compare` is what no logical operator joins, with the parameters that it mentions. */
type Node =
  | { type: 'and' | 'or' | 'implies' | 'same'; left: Node; right: Node }
  | { type: 'not'; of: Node }
  | { type: 'compare'; left: Node; relation: string; right: Node }
  | { type: 'sum'; left: Node; operator: string; right: Node }
  | { type: 'parameter'; index: number }
  | { type: 'value'; value: Value }

/** Characters that one constraint may come to in PICT's words. */
const longest = 100_000
/** Combinations of values that are tried for one comparison of several parameters. */
const mostTried = 20_000

const operators: readonly (readonly [RegExp, string])[] = [
  [/^(?:<=>|<->)/, 'same'],
  [/^(?:=>|->)/, 'implies'],
  [/^(?:\|\|?|or\b)/i, 'or'],
  [/^(?:&&?|and\b)/i, 'and'],
  [/^(?:==|=)/, '='],
  [/^(?:!=|<>)/, '<>'],
  [/^(?:<=|>=|<|>)/, 'order'],
  [/^(?:!|not\b)/i, 'not'],
  [/^[-+*/%]/, 'sum'],
]

/**
 * A constraint as ACTS and CTWedge write it (`a = "x" && b > 3 => !c`), in PICT's words. Names that are no parameter are texts, as in both.
 * AssayError `design-unusable` names the place of a mistake.
 */
export function inPictWords(text: string, parameters: readonly Proposed[], line: number): string {
  const node = new Parser(text, parameters, line).whole()
  const { type } = node
  const write = new Writer(parameters)
  const written = type === 'implies' ? `IF ${write.text(node.left)} THEN ${write.text(node.right)}` : write.text(node)
  if (written.length > longest) throw mistake(line, texts.tooLong)
  return written
}

const mistake = (line: number, said: string): DesignMistake =>
  new DesignMistake(designTexts.pict.line(line, said), said, { line })

class Parser {
  readonly text: string
  readonly parameters: readonly Proposed[]
  readonly line: number
  #at = 0

  constructor(text: string, parameters: readonly Proposed[], line: number) {
    this.text = text
    this.parameters = parameters
    this.line = line
  }

  whole(): Node {
    const node = this.#same()
    if (this.#rest() !== '') this.#expected(texts.operator)
    return node
  }

  #same(): Node {
    let left = this.#implies()
    while (this.#take('same')) left = { type: 'same', left, right: this.#implies() }
    return left
  }

  #implies(): Node {
    const left = this.#or()
    return this.#take('implies') ? { type: 'implies', left, right: this.#implies() } : left
  }

  #or(): Node {
    let left = this.#and()
    while (this.#take('or')) left = { type: 'or', left, right: this.#and() }
    return left
  }

  #and(): Node {
    let left = this.#comparison()
    while (this.#take('and')) left = { type: 'and', left, right: this.#comparison() }
    return left
  }

  #comparison(): Node {
    const left = this.#sum()
    const relation = this.#take('=', '<>', 'order')
    return relation === undefined ? left : { type: 'compare', left, relation, right: this.#sum() }
  }

  #sum(): Node {
    let left = this.#product()
    for (let operator = this.#sign('+-'); operator !== undefined; operator = this.#sign('+-'))
      left = { type: 'sum', left, operator, right: this.#product() }
    return left
  }

  #product(): Node {
    let left = this.#atom()
    for (let operator = this.#sign('*/%'); operator !== undefined; operator = this.#sign('*/%'))
      left = { type: 'sum', left, operator, right: this.#atom() }
    return left
  }

  #atom(): Node {
    const rest = this.#rest()
    const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?![\w.])/.exec(rest)?.[0]
    if (number !== undefined) return this.#past(number, { type: 'value', value: Number(number) })
    const quoted = /^(?:"([^"]*)"|'([^']*)')/.exec(rest)
    if (quoted) return this.#past(quoted[0], { type: 'value', value: quoted[1] ?? quoted[2] ?? '' })
    if (rest.startsWith('(')) {
      this.#at += this.text.length - this.#at - rest.length + 1
      const inner = this.#same()
      if (!this.#rest().startsWith(')')) this.#expected('")"')
      this.#past(')', inner)
      return inner
    }
    if (this.#take('not')) return { type: 'not', of: this.#comparison() }
    // The longest name that stands here, whatever its characters.
    const isWhole = (name: string): boolean =>
      name !== '' && rest.startsWith(name) && !/^[\p{L}\p{N}_]{2}/u.test(rest.slice(name.length - 1))
    const known = this.parameters.filter(({ name }) => isWhole(name)).toSorted((a, b) => b.name.length - a.name.length)[0]
    if (known !== undefined) return this.#past(known.name, { type: 'parameter', index: this.parameters.indexOf(known) })
    const word = /^[\p{L}_][\p{L}\p{N}_.$]*/u.exec(rest)?.[0]
    if (word === undefined) return this.#expected(texts.operand)
    return this.#past(word, { type: 'value', value: this.#word(word) })
  }

  /** A word that is no parameter: true, false, or a value that some parameter has. */
  #word(word: string): Value {
    if (/^true$/i.test(word)) return true
    if (/^false$/i.test(word)) return false
    if (this.parameters.some(({ values }) => values.some((value) => String(value) === word))) return word
    const near = nearest(
      word,
      this.parameters.map(({ name }) => name),
    )[0]
    throw mistake(this.line, designTexts.unknownParameter(word, near))
  }

  #past(token: string, node: Node): Node {
    this.#rest()
    this.#at += token.length
    return node
  }

  #rest(): string {
    while (/\s/.test(this.text[this.#at] ?? '')) this.#at++
    return this.text.slice(this.#at)
  }

  #sign(of: string): string | undefined {
    const [sign = ''] = this.#rest()
    if (sign === '' || !of.includes(sign) || /^(?:->|<->)/.test(this.#rest())) return undefined
    this.#at++
    return sign
  }

  /** The next operator if it is one of these. */
  #take(...kinds: string[]): string | undefined {
    const rest = this.#rest()
    for (const [pattern, kind] of operators) {
      const found = pattern.exec(rest)?.[0]
      if (found === undefined) continue
      if (!kinds.includes(kind)) return undefined
      this.#at += found.length
      return kind === 'order' ? found : kind
    }
    return undefined
  }

  #expected(what: string): never {
    throw mistake(this.line, designTexts.constraint.expected(what, /^(?:\w+|.)?/su.exec(this.#rest())?.[0] ?? ''))
  }
}

const opposite: Readonly<Record<string, string>> = { '=': '<>', '<>': '=', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }

class Writer {
  readonly parameters: readonly Proposed[]
  #length = 0

  constructor(parameters: readonly Proposed[]) {
    this.parameters = parameters
  }

  /** A proposition, or what it excludes, as a predicate of PICT's. */
  text(node: Node, isNegated = false): string {
    // What has become too long is rejected: it need not be written to its end.
    if (this.#length > longest) return ''
    if (node.type === 'not') return this.text(node.of, !isNegated)
    if (node.type === 'and' || node.type === 'or')
      return this.#joined((node.type === 'and') !== isNegated, this.text(node.left, isNegated), this.text(node.right, isNegated))
    if (node.type === 'implies')
      return this.#joined(isNegated, this.text(node.left, !isNegated), this.text(node.right, isNegated))
    if (node.type === 'same')
      return this.#joined(
        false,
        this.#joined(true, this.text(node.left), this.text(node.right, isNegated)),
        this.#joined(true, this.text(node.left, true), this.text(node.right, !isNegated)),
      )
    const written = this.#comparison(node, isNegated)
    this.#length += written.length
    return written
  }

  #joined(isAnd: boolean, left: string, right: string): string {
    return `(${left} ${isAnd ? 'AND' : 'OR'} ${right})`
  }

  #comparison(node: Node, isNegated: boolean): string {
    if (node.type === 'compare') {
      const relation = isNegated ? (opposite[node.relation] ?? '') : node.relation
      const { left, right } = node
      if (left.type === 'parameter' && right.type === 'value') return this.#simple(left.index, relation, right.value)
      if (left.type === 'parameter' && right.type === 'parameter')
        return `${this.#name(left.index)} ${relation} ${this.#name(right.index)}`
    }
    return this.#tried(node, isNegated)
  }

  #name(index: number): string {
    return inBrackets(this.parameters[index]?.name ?? '')
  }

  #simple(index: number, relation: string, value: Value): string {
    return `${this.#name(index)} ${relation} ${this.#literal(index, value)}`
  }

  #literal(index: number, value: Value): string {
    return comparable(value, this.parameters[index]?.values ?? [])
  }

  /** A comparison that PICT has no words for, as the values for which it holds. */
  #tried(node: Node, isNegated: boolean): string {
    const mentioned = [...new Set(mentionedIn(node))]
    const held = new Map<number, Value>()
    const holds = (): boolean => isTrue(evaluate(node, held)) !== isNegated
    let left = mostTried
    const visit = (depth: number): string | undefined => {
      const index = mentioned[depth]
      if (index === undefined) return holds() ? '' : undefined
      const [rest, values] = [new Map<string, Value[]>(), this.parameters[index]?.values ?? []]
      for (const value of values) {
        if (--left < 0) throw new DesignMistake(texts.tooLong, texts.tooLong, { line: 1 })
        held.set(index, value)
        const below = visit(depth + 1)
        if (below !== undefined) rest.set(below, [...(rest.get(below) ?? []), value])
      }
      if (rest.size === 0) return undefined
      if (rest.size === 1 && rest.get('')?.length === values.length) return ''
      const parts = [...rest].map(([below, of]) => {
        const here =
          of.length === 1
            ? this.#simple(index, '=', of[0] ?? null)
            : `${this.#name(index)} IN {${of.map((one) => this.#literal(index, one)).join(', ')}}`
        return below === '' ? here : `(${here} AND ${below})`
      })
      return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' OR ')})`
    }
    const found = visit(0)
    const [first] = this.parameters[0]?.values ?? []
    // Always, or never: said by a parameter, as PICT has no word for it.
    if (found === '') return `${this.#simple(0, '=', first ?? null)} OR ${this.#simple(0, '<>', first ?? null)}`
    return found ?? `${this.#simple(0, '=', first ?? null)} AND ${this.#simple(0, '<>', first ?? null)}`
  }
}

function* mentionedIn(node: Node): Generator<number> {
  if (node.type === 'parameter') yield node.index
  else if (node.type === 'not') yield* mentionedIn(node.of)
  else if (node.type !== 'value') {
    yield* mentionedIn(node.left)
    yield* mentionedIn(node.right)
  }
}

const isTrue = (value: Value): boolean => value === true || (typeof value === 'string' && value.toLowerCase() === 'true')

/** The value of an expression; logical operators inside a comparison are evaluated too. */
function evaluate(node: Node, held: ReadonlyMap<number, Value>): Value {
  switch (node.type) {
    case 'value':
      return node.value
    case 'parameter':
      return held.get(node.index) ?? null
    case 'not':
      return !isTrue(evaluate(node.of, held))
    case 'sum': {
      const [left, right] = [Number(evaluate(node.left, held)), Number(evaluate(node.right, held))]
      return { '+': left + right, '-': left - right, '*': left * right, '/': left / right, '%': left % right }[node.operator] ?? 0
    }
    case 'compare': {
      const [left, right] = [evaluate(node.left, held), evaluate(node.right, held)]
      const areNumbers = typeof left === 'number' && typeof right === 'number'
      const [a, b] = areNumbers ? [left, right] : [String(left).toLowerCase(), String(right).toLowerCase()]
      return relations[node.relation]?.(a < b ? -1 : a > b ? 1 : 0) ?? false
    }
    default: {
      const [left, right] = [isTrue(evaluate(node.left, held)), isTrue(evaluate(node.right, held))]
      return { and: left && right, or: left || right, implies: !left || right, same: left === right }[node.type]
    }
  }
}
