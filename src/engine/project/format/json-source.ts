import { deepest, mostPlaces } from '../problems/limits.ts'
import { fileTexts as texts } from './file-texts.ts'

/** A place in a JSON document: keys and indices from the root. */
export type JsonPath = readonly (string | number)[]

/** What is wrong with a JSON text. After `syntax`, `end` or `depth` nothing more is read. */
export interface JsonProblem {
  kind: 'syntax' | 'end' | 'depth' | 'duplicate' | 'number'
  /** Offset in UTF-16 units. */
  at: number
  path: JsonPath
  text: string
}

/** A JSON text, read as far as it can be. */
export interface JsonDocument {
  /** The value; with a syntax problem, what had been read until there, open lists and objects closed. */
  value: unknown
  /** Of those after which it is read on at most 100. */
  problems: JsonProblem[]
  /** How many there are beyond those. */
  more: number
  /** Where the member or element at a path starts; the nearest one around it that has a place. Only with `positions`. */
  offsetOf(path: JsonPath): number
}

interface Frame {
  container: unknown[] | Record<string, unknown>
  /** Undefined while the next key has not been read. */
  key: string | number | undefined
}

type Offsets = Map<object, Map<string | number, number>>

const space = /[ \t\n\r]*/y
const numberPattern = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const words = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/**
 * Reads JSON (RFC 8259) without recursion, keeping what `JSON.parse` loses: the place of a mistake, duplicate keys, integers
 * that a double can't hold (as `bigint`; other numbers that it can't are problems), and `__proto__` as a plain key.
 */
export function readJson(text: string, options: { positions?: boolean } = {}): JsonDocument {
  const reader = new Reader(text, options.positions === true)
  reader.read()
  return reader
}

class Stop extends Error {}

class Reader implements JsonDocument {
  value: unknown = undefined
  readonly problems: JsonProblem[] = []
  more = 0
  readonly #text: string
  readonly #stack: Frame[] = []
  readonly #offsets: Offsets | undefined
  #at = 0

  constructor(text: string, positions: boolean) {
    this.#text = text
    this.#offsets = positions ? new Map() : undefined
  }

  read(): void {
    try {
      this.#skip()
      this.#values()
      this.#skip()
      if (this.#at < this.#text.length) this.#stop(texts.afterEnd(this.#seen()))
    } catch (error) {
      if (!(error instanceof Stop)) throw error
    }
  }

  offsetOf(path: JsonPath): number {
    let container = this.value
    let offset = 0
    for (const key of path) {
      if (typeof container !== 'object' || container === null) break
      offset = this.#offsets?.get(container)?.get(key) ?? offset
      container = Object.hasOwn(container, key) ? Reflect.get(container, key) : undefined
    }
    return offset
  }

  /** Reads one value and all that is in it. */
  #values(): void {
    for (;;) {
      const start = this.#at
      const opened = this.#value(start)
      if (opened && this.#enter()) continue
      // A value is complete: go on behind it, closing what ends here.
      if (!this.#next()) return
    }
  }

  /** Reads a scalar, or opens a container and gives true. */
  #value(start: number): boolean {
    const unit = this.#text.charCodeAt(start)
    if (unit === 0x7b || unit === 0x5b) {
      if (this.#stack.length >= deepest) this.#stop(texts.tooDeep, 'depth')
      const container: Frame['container'] = unit === 0x7b ? {} : []
      this.#put(container)
      this.#stack.push({ container, key: unit === 0x7b ? undefined : 0 })
      this.#at++
      return true
    }
    if (unit === 0x22) this.#put(this.#string())
    else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) this.#put(this.#number())
    else this.#put(this.#word())
    return false
  }

  /** After an opening bracket: false if the container is empty and closed. */
  #enter(): boolean {
    const frame = this.#stack.at(-1)
    this.#skip()
    const isList = Array.isArray(frame?.container)
    if (this.#text.charCodeAt(this.#at) === (isList ? 0x5d : 0x7d)) {
      this.#at++
      this.#stack.pop()
      return false
    }
    this.#place(frame, isList)
    return true
  }

  /** After a value: true if another one follows. */
  #next(): boolean {
    for (;;) {
      const frame = this.#stack.at(-1)
      if (frame === undefined) return false
      this.#skip()
      const isList = Array.isArray(frame.container)
      const unit = this.#text.charCodeAt(this.#at)
      if (unit === 0x2c) {
        this.#at++
        this.#skip()
        frame.key = typeof frame.key === 'number' ? frame.key + 1 : undefined
        this.#place(frame, isList)
        return true
      }
      if (unit !== (isList ? 0x5d : 0x7d)) this.#stop(texts.expected(isList ? '"," or "]"' : '"," or "}"', this.#seen()))
      this.#at++
      this.#stack.pop()
    }
  }

  /** Before a member's or an element's value: reads the key, and keeps the place. */
  #place(frame: Frame | undefined, isList: boolean): void {
    if (frame === undefined) return
    const start = this.#at
    if (!isList) {
      if (this.#text.charCodeAt(start) !== 0x22) this.#stop(texts.expected('a key in double quotes', this.#seen()))
      const key = this.#string()
      frame.key = key
      if (Object.hasOwn(frame.container, key)) this.#note('duplicate', start, texts.duplicateKey(key))
      this.#skip()
      if (this.#text.charCodeAt(this.#at) !== 0x3a) this.#stop(texts.expected('":"', this.#seen()))
      this.#at++
      this.#skip()
    }
    if (this.#offsets !== undefined) {
      const places = this.#offsets.get(frame.container) ?? new Map<string | number, number>()
      places.set(frame.key ?? '', start)
      this.#offsets.set(frame.container, places)
    }
  }

  #put(value: unknown): void {
    const frame = this.#stack.at(-1)
    if (frame === undefined) this.value = value
    else if (Array.isArray(frame.container)) frame.container.push(value)
    else if (typeof frame.key !== 'string') return
    else if (frame.key === '__proto__')
      Object.defineProperty(frame.container, frame.key, { value, enumerable: true, configurable: true, writable: true })
    else frame.container[frame.key] = value
  }

  #string(): string {
    const text = this.#text
    const start = this.#at + 1
    let escaped = false
    for (let at = start; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit === 0x22) {
        this.#at = at + 1
        return escaped ? this.#unescape(start - 1, at + 1) : text.slice(start, at)
      }
      if (unit === 0x5c) {
        escaped = true
        at++
      } else if (unit < 0x20) {
        this.#at = at
        this.#stop(texts.controlInString(this.#seen()))
      }
    }
    this.#at = text.length
    this.#stop(texts.cutInString)
  }

  #unescape(start: number, end: number): string {
    try {
      return String(JSON.parse(this.#text.slice(start, end)))
    } catch {
      this.#at = this.#badEscape(start, end)
      this.#stop(texts.badEscape(this.#text.slice(this.#at, this.#at + 2)))
    }
  }

  #badEscape(start: number, end: number): number {
    const good = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
    for (let at = this.#text.indexOf('\\', start); at >= 0 && at < end; at = this.#text.indexOf('\\', at)) {
      good.lastIndex = at
      const found = good.exec(this.#text)
      if (found === null) return at
      at += found[0].length
    }
    return start
  }

  #number(): unknown {
    numberPattern.lastIndex = this.#at
    const found = numberPattern.exec(this.#text)
    if (found === null) this.#stop(texts.expected('a number', this.#seen()))
    const [literal, fraction, exponent] = found
    const value = Number(literal)
    if (!Number.isFinite(value)) this.#note('number', this.#at, texts.unfitNumber(literal, 'large'))
    else if (value === 0 && /^[^eE]*[1-9]/.test(literal)) this.#note('number', this.#at, texts.unfitNumber(literal, 'small'))
    this.#at += literal.length
    const isInteger = fraction === undefined && exponent === undefined
    return isInteger && !Number.isSafeInteger(value) && String(value) !== literal ? BigInt(literal) : value
  }

  #word(): unknown {
    for (const [word, value] of words)
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    this.#stop(texts.expected('a value', this.#seen()))
  }

  #skip(): void {
    const unit = this.#text.charCodeAt(this.#at)
    if (unit > 0x20) return
    space.lastIndex = this.#at
    space.test(this.#text)
    this.#at = space.lastIndex
  }

  /** The character at the place, for messages; '' at the end. */
  #seen(): string {
    const point = this.#text.codePointAt(this.#at)
    return point === undefined ? '' : texts.character(point)
  }

  #path(): (string | number)[] {
    return this.#stack.flatMap(({ key }) => (key === undefined ? [] : [key]))
  }

  #note(kind: JsonProblem['kind'], at: number, text: string): void {
    if (this.problems.length < mostPlaces) this.problems.push({ kind, at, path: this.#path(), text })
    else this.more++
  }

  #stop(text: string, kind: 'syntax' | 'depth' = 'syntax'): never {
    const isEnd = this.#at >= this.#text.length
    this.problems.push({ kind: isEnd ? 'end' : kind, at: this.#at, path: this.#path(), text: isEnd ? texts.cutOff : text })
    throw new Stop()
  }
}
