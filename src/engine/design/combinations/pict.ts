import { DesignMistake } from '../mistake.ts'
import { designTexts } from '../texts.ts'
import type { Parameter } from '../fields.ts'
import type { CombinationsDesign, ValuedDesign } from './schema.ts'

const texts = designTexts.pict

/**
 * PICT's own test whether a line starts the constraints: `IF` alone or before a parameter or function, a parameter, an open
 * parenthesis.
 */
export const startsConstraints = (line: string): boolean =>
  /^if$|^if.*\[.*\]|^\[.*\]|^\(.*\[.*\]|^if.*is(negative|positive)/i.test(line)

/**
 * A constraint that PICT takes for a parameter, since none precedes it: where it has a comma, values come of it and nothing is
 * said.
 */
const isLostConstraint = (line: string): boolean => /^(not\b.*\]\s*([=<>]|in\b|like\b)|is(negative|positive)\s*\()/i.test(line)

type Given = Exclude<Parameter['values'][number], string | number | boolean | null>

/** What is between values, between the names of one value, and before an invalid one: PICT's options `/d:`, `/a:` and `/n:`. */
export interface PictMarks {
  value: string
  alias: string
  invalid: string
}

const usualMarks: PictMarks = { value: ',', alias: '|', invalid: '~' }

/**
 * A model in PICT's text as a design: parameters with aliases, `~`, weights, `<other>` and `@ N`, sub-models, constraints, `#` comments. Values that
 * look like numbers become numbers. AssayError `design-unusable` names the line.
 */
export function parsePict(text: string, given: Partial<PictMarks> = {}): ValuedDesign {
  const marks = { ...usualMarks, ...given }
  const parameters: (Parameter & { order?: number })[] = []
  const groups: { line: string; number: number }[] = []
  for (const { whole, number, in: part } of linesOf(text)) {
    const line = whole.trim()
    if (part === 'constraints' || line === '' || line.startsWith('#')) continue
    if (line.startsWith('{')) groups.push({ line, number })
    else parameters.push(parameterOf(line, number, parameters, marks))
  }
  return {
    name: '',
    method: 'combinations',
    seed: 1,
    parameters: parameters.map(({ name, values }) => ({ name, values })),
    constraints: constraintsIn(text).map((one) => one.text),
    strength: 2,
    groups: groups.map(({ line, number }) => groupOf(line, number, parameters, marks)),
    rows: [],
    combine: 't-wise',
    ...(parameters.some(({ order }) => order !== undefined) && {
      orders: Object.fromEntries(parameters.flatMap(({ name, order }) => (order === undefined ? [] : [[name, order]]))),
    }),
  }
}

function parameterOf(
  line: string,
  number: number,
  known: readonly Parameter[],
  marks: PictMarks,
): Parameter & { order?: number } {
  if (isLostConstraint(line)) throw new DesignMistake(texts.line(number, texts.notFirst), texts.notFirst, { line: number })
  const colon = line.indexOf(':')
  const at = colon < 0 ? line.indexOf(marks.value) : colon
  if (at < 0) throw new DesignMistake(texts.line(number, texts.noColon), texts.noColon, { line: number })
  const [, name = '', order] = /^(.*?)(?:\s*@\s*(\d+))?$/.exec(line.slice(0, at).trim()) ?? []
  const given = line.slice(at + 1)
  // One empty value, as PICT has it, says nothing: what is meant are values that are still to come.
  const values = given.trim() === '' ? [] : given.split(marks.value).flatMap((part) => valueOf(part.trim(), known, marks))
  return { name: name.trim(), values, ...(order !== undefined && { order: Number(order) }) }
}

function valueOf(part: string, known: readonly Parameter[], marks: PictMarks): Parameter['values'] {
  const other = /^<(.*)>$/.exec(part)?.[1]
  const reused = other === undefined ? undefined : known.find(({ name }) => name.toLowerCase() === other.toLowerCase())
  if (reused !== undefined) return reused.values
  const [, named = part, weight] = /^(.*?)\s*\(\s*(\d+)\s*\)$/.exec(part) ?? []
  const isWeight = weight !== undefined && Number(weight) > 0
  const [first = '', ...alias] = (isWeight ? named : part).split(marks.alias).map((one) => one.trim())
  const isInvalid = first.startsWith(marks.invalid)
  const value = isInvalid ? first.slice(marks.invalid.length).trim() : first
  if (!isInvalid && !isWeight && alias.length === 0) return [scalar(value)]
  const given: Given = {
    value: scalar(value),
    ...(isInvalid && { valid: false }),
    ...(isWeight && { weight: Number(weight) }),
    ...(alias.length > 0 && { alias }),
  }
  return [given]
}

/** A number only where its text stays the same. */
const scalar = (text: string): string | number => (text !== '' && String(Number(text)) === text ? Number(text) : text)

/** Its names have commas between them; if those name nothing, what is between values does. */
function groupOf(
  line: string,
  number: number,
  known: readonly Parameter[],
  marks: PictMarks,
): CombinationsDesign['groups'][number] {
  const found = /^\{([^}]*)\}\s*(?:@\s*(\d+))?\s*$/.exec(line)
  const inside = found?.[1] ?? ''
  const namesBy = (separator: string): string[] => inside.split(separator).map((one) => one.trim())
  const isKnown = (name: string): boolean => known.some((one) => one.name.toLowerCase() === name.toLowerCase())
  const names = namesBy(',').every(isKnown) || marks.value === ',' ? namesBy(',') : namesBy(marks.value)
  if (names.every((name) => name === ''))
    throw new DesignMistake(texts.line(number, texts.badGroup), texts.badGroup, { line: number })
  return { parameters: [...new Set(names)], strength: Number(found?.[2] ?? 2) }
}

/** The parameters of a model in PICT's text that have no values, each with its line. */
export const emptyParametersIn = (text: string): { name: string; line: number }[] =>
  linesOf(text).flatMap(({ whole, number, in: part }) => {
    const name = part === 'model' ? /^\s*([^:,#{][^:,]*?)\s*:\s*$/.exec(whole)?.[1] : undefined
    return name === undefined ? [] : [{ name, line: number }]
  })

/** The lines of a string, each with where it starts; what follows the first constraint is a part of them. */
function linesOf(text: string): { whole: string; number: number; from: number; in: 'model' | 'constraints' }[] {
  let [from, isConstraints] = [text.startsWith('\uFEFF') ? 1 : 0, false]
  const found: ReturnType<typeof linesOf> = []
  for (const [at, piece] of text
    .slice(from)
    .split(/(\r\n|\n|\r)/)
    .entries()) {
    const line = piece.trim()
    if (at % 2 === 0 && !line.startsWith('#')) {
      isConstraints ||= startsConstraints(line)
      found.push({ whole: piece, number: at / 2 + 1, from, in: isConstraints ? 'constraints' : 'model' })
    }
    from += piece.length
  }
  return found
}

/** The constraints of a model in PICT's text, each with where it starts. They end at a semicolon that is in no text and no name. */
export function constraintsIn(text: string): { text: string; from: number }[] {
  // Blanks for everything else, so that places stay.
  const units = Array.from({ length: text.length }, () => ' ')
  for (const { whole, from, in: part } of linesOf(text)) {
    if (part !== 'constraints') continue
    for (let at = 0; at < whole.length; at++) units[from + at] = whole[at] ?? ' '
    units[from + whole.length] = '\n'
  }
  const constraints = units.join('')
  const found: { text: string; from: number }[] = []
  const add = (start: number, end: number): void => {
    const piece = constraints.slice(start, end)
    if (piece.trim() !== '') found.push({ text: piece.trim(), from: start + piece.length - piece.trimStart().length })
  }
  let [start, quote] = [0, '']
  for (let at = 0; at < constraints.length; at++) {
    const unit = constraints[at] ?? ''
    if (quote !== '') {
      if (unit === '\\') at++
      else if (unit === quote) quote = ''
    } else if (unit === '"') quote = '"'
    else if (unit === '[') quote = ']'
    else if (unit === ';') {
      add(start, at)
      start = at + 1
    }
  }
  add(start, constraints.length)
  return found
}
