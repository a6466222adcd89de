import type { Draws } from './seeded.ts'

/** A regular expression, read for making texts that it matches. */
export type Sampler =
  | { type: 'set'; units: string }
  | { type: 'sequence'; items: Sampler[] }
  | { type: 'choice'; options: Sampler[] }
  | { type: 'repeat'; item: Sampler; min: number; max: number }

const span = (from: string, to: string): string =>
  String.fromCharCode(
    ...Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, index) => from.charCodeAt(0) + index),
  )

const digits = span('0', '9')
const wordUnits = `${span('a', 'z')}${span('A', 'Z')}${digits}_`
const printable = span(' ', '~')
const classes = new Map([
  ['d', digits],
  ['w', wordUnits],
  ['s', ' '],
  ['D', without(digits)],
  ['W', without(wordUnits)],
  ['S', without(' ')],
])
const controls = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

function without(units: string): string {
  return [...printable].filter((unit) => !units.includes(unit)).join('')
}

/** How many more than the least an open repetition (`*`, `+`, `{2,}`) makes at most. */
const openExtra = 10
const mostRepeats = 1_000

/**
 * Reads a regular expression; the answer is a string if it can't be read or uses what has no meaning here (look-around, back
 * references). Anchors are passed over. Classes and `.` draw from printable ASCII.
 */
export function sampler(pattern: string): Sampler | string {
  try {
    // The host's own parser finds what is malformed; what remains is a well-formed expression.
    void new RegExp(pattern)
    const reader = { pattern, at: 0 }
    const node = readChoice(reader)
    return reader.at === pattern.length ? node : 'the regular expression has an extra ")"'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

interface Reader {
  pattern: string
  at: number
}

function readChoice(reader: Reader): Sampler {
  const options = [readSequence(reader)]
  while (reader.pattern[reader.at] === '|') {
    reader.at++
    options.push(readSequence(reader))
  }
  const [only] = options
  return options.length === 1 && only !== undefined ? only : { type: 'choice', options }
}

function readSequence(reader: Reader): Sampler {
  const items: Sampler[] = []
  for (;;) {
    const unit = reader.pattern[reader.at]
    if (unit === undefined || unit === '|' || unit === ')') return { type: 'sequence', items }
    reader.at++
    if (unit === '^' || unit === '$') continue
    items.push(readRepeat(reader, readAtom(reader, unit)))
  }
}

function readAtom(reader: Reader, unit: string): Sampler {
  if (unit === '(') {
    if (reader.pattern.startsWith('?:', reader.at)) reader.at += 2
    else if (reader.pattern[reader.at] === '?') {
      const name = /^\?<[A-Za-z_]\w*>/.exec(reader.pattern.slice(reader.at))
      if (name === null) throw new Error("lookaround can't be used to generate a string")
      reader.at += name[0].length
    }
    const inner = readChoice(reader)
    reader.at++
    return inner
  }
  if (unit === '[') return { type: 'set', units: readClass(reader) }
  if (unit === '.') return { type: 'set', units: printable }
  if (unit === '\\') return { type: 'set', units: readEscape(reader) }
  return { type: 'set', units: unit }
}

function readEscape(reader: Reader): string {
  const unit = reader.pattern[reader.at++] ?? '\\'
  if (unit === 'b' || unit === 'B') throw new Error("a word boundary can't be used to generate a string")
  if (/[1-9k]/.test(unit)) throw new Error("a backreference can't be used to generate a string")
  const code = /^(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(reader.pattern.slice(reader.at - 1))
  if (code !== null) {
    reader.at += code[0].length - 1
    return String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '0', 16))
  }
  return classes.get(unit) ?? controls.get(unit) ?? unit
}

function readClass(reader: Reader): string {
  const negated = reader.pattern[reader.at] === '^'
  if (negated) reader.at++
  let units = ''
  while (reader.pattern[reader.at] !== ']') {
    const first = readClassUnit(reader)
    const isRange = reader.pattern[reader.at] === '-' && reader.pattern[reader.at + 1] !== ']'
    if (isRange && first.length === 1) {
      reader.at++
      const last = readClassUnit(reader)
      units += last.length === 1 ? span(first, last) : `${first}-${last}`
    } else units += first
  }
  reader.at++
  const drawn = negated ? without(units) : units
  if (drawn === '') throw new Error('an empty class matches nothing')
  return drawn
}

function readClassUnit(reader: Reader): string {
  const unit = reader.pattern[reader.at++] ?? ''
  if (unit !== '\\') return unit
  if (reader.pattern[reader.at] === 'b') {
    reader.at++
    return '\b'
  }
  return readEscape(reader)
}

function readRepeat(reader: Reader, item: Sampler): Sampler {
  const found = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(reader.pattern.slice(reader.at, reader.at + 24))
  if (found === null) return item
  reader.at += found[0].length
  const sign = found[0][0]
  if (sign === '?') return { type: 'repeat', item, min: 0, max: 1 }
  if (sign === '*') return { type: 'repeat', item, min: 0, max: openExtra }
  if (sign === '+') return { type: 'repeat', item, min: 1, max: openExtra }
  const min = Number(found[1])
  const max = found[2] === undefined ? min : found[3] === '' || found[3] === undefined ? min + openExtra : Number(found[3])
  if (max > mostRepeats) throw new Error(`more than ${mostRepeats} repetitions`)
  return { type: 'repeat', item, min, max }
}

/** The longest text that is made; nested repetitions end there. */
const longest = 100_000

/** One text that the expression matches. */
export function sample(node: Sampler, draws: Draws): string {
  switch (node.type) {
    case 'set':
      return node.units.charAt(draws.between(0, node.units.length - 1))
    case 'sequence':
      return node.items.map((item) => sample(item, draws)).join('')
    case 'choice': {
      const option = node.options[draws.between(0, node.options.length - 1)]
      return option === undefined ? '' : sample(option, draws)
    }
    case 'repeat': {
      let text = ''
      for (let left = draws.between(node.min, node.max); left > 0 && text.length < longest; left--)
        text += sample(node.item, draws)
      return text
    }
  }
}
