/** A part of a regular expression that texts are made of. */
type Node = { kind: 'text'; text: string } | { kind: 'sequence'; items: Node[] } | { kind: 'choice'; items: Node[] } | Repeat

interface Repeat {
  kind: 'repeat'
  item: Node
  min: number
}

const classes: Record<string, string> = { d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' }
const controls: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }
const mostRepeats = 1_000
/** Characters of the whole text: nested repetitions multiply. */
const longestText = 10_000

/** Reads an expression; throws at what it has no simple text for (lookarounds, backreferences). */
class PatternReader {
  readonly #text: string
  #at = 0
  constructor(text: string) {
    this.#text = text
  }

  read(): Node {
    const node = this.#choice()
    if (this.#at < this.#text.length) throw new Error('unbalanced')
    return node
  }

  #choice(): Node {
    const items = [this.#sequence()]
    while (this.#text[this.#at] === '|') {
      this.#at++
      items.push(this.#sequence())
    }
    return items.length === 1 && items[0] ? items[0] : { kind: 'choice', items }
  }

  #sequence(): Node {
    const items: Node[] = []
    while (this.#at < this.#text.length && !'|)'.includes(this.#text.charAt(this.#at))) items.push(this.#repeated(this.#atom()))
    return { kind: 'sequence', items }
  }

  #atom(): Node {
    const character = this.#text.charAt(this.#at++)
    if (character === '^' || character === '$') return { kind: 'text', text: '' }
    if (character === '.') return { kind: 'text', text: 'a' }
    if (character === '[') return { kind: 'text', text: this.#set() }
    if (character === '(') return this.#group()
    if (character === '\\') return { kind: 'text', text: this.#escape() }
    return { kind: 'text', text: character }
  }

  #group(): Node {
    const special = /^\?(:|<[A-Za-z]\w*>)/.exec(this.#text.slice(this.#at, this.#at + 80))
    if (special) this.#at += special[0].length
    else if (this.#text[this.#at] === '?') throw new Error('lookaround')
    const node = this.#choice()
    if (this.#text[this.#at++] !== ')') throw new Error('unbalanced')
    return node
  }

  #escape(): string {
    const character = this.#text.charAt(this.#at++)
    if (/[1-9]/.test(character)) throw new Error('backreference')
    if (/[bB]/.test(character)) return ''
    const code = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(this.#text.slice(this.#at - 1, this.#at + 5))
    if (code) {
      this.#at += code[0].length - 1
      return String.fromCharCode(parseInt(code[1] ?? code[2] ?? '', 16))
    }
    if (character === 'p' || character === 'P') {
      this.#at = this.#text.indexOf('}', this.#at) + 1 || this.#text.length
      return 'a'
    }
    return classes[character] ?? controls[character] ?? character
  }

  /** One character of a set: a letter or a digit, if it has one. */
  #set(): string {
    const end = this.#endOfSet()
    const source = this.#text.slice(this.#at, end)
    this.#at = end + 1
    const negated = source.startsWith('^')
    const test = new RegExp(`^[${source}]$`)
    const candidates = negated || source.length > 0 ? 'a1Az0Z9-_ .,:;/+@#!?*=&%$~|<>()[]{}"\'\\^`' : ''
    const found = [...candidates].find((one) => test.test(one)) ?? [...source].find((one) => test.test(one))
    if (found === undefined) throw new Error('empty set')
    return found
  }

  #endOfSet(): number {
    for (let at = this.#at; at < this.#text.length; at++) {
      if (this.#text[at] === '\\') at++
      else if (this.#text[at] === ']' && at > this.#at) return at
    }
    throw new Error('unbalanced')
  }

  #repeated(item: Node): Node {
    const found = /^(?:([*+?])|\{(\d+)(,\d*)?\})\??/.exec(this.#text.slice(this.#at, this.#at + 24))
    if (!found) return item
    this.#at += found[0].length
    const min = found[2] === undefined ? (found[1] === '+' ? 1 : 0) : Number(found[2])
    return { kind: 'repeat', item, min: Math.min(min, mostRepeats) }
  }
}

function written(node: Node, extra: number): string {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'sequence':
      return node.items.map((item) => written(item, extra)).join('')
    case 'choice':
      return node.items[0] ? written(node.items[0], extra) : ''
    case 'repeat':
      return repeated(written(node.item, 0), node.min + extra)
  }
}

function repeated(text: string, count: number): string {
  if (text.length * count > longestText) throw new Error('too long')
  return text.repeat(count)
}

/**
 * A short text that a regular expression may match, for examples: `^[A-Z]{2}\d+$` gives `AA0`, with
 * `extra` more of each repetition.
 * Undefined for expressions with lookarounds or backreferences; whether it matches is for the caller to judge.
 */
export function textOfPattern(pattern: string, extra = 0): string | undefined {
  try {
    return written(new PatternReader(pattern).read(), extra)
  } catch {
    return undefined
  }
}
