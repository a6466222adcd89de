import { AssayError } from '#engine/base/errors.ts'
import { designTexts } from '../texts.ts'
import type { CombinationsDesign } from './schema.ts'

const texts = designTexts.pict

/** PICT's own test whether a line begins the constraints: `IF` alone or before a parameter or function, a parameter, an open parenthesis. */
const startsConstraints = (line: string): boolean => /^if$|^if.*\[.*\]|^\[.*\]|^\(.*\[.*\]|^if.*is(negative|positive)/i.test(line)

type Parameter = CombinationsDesign['parameters'][number]
type Given = Exclude<Parameter['values'][number], string | number | boolean | null>

/**
 * A model in PICT's text as a design: parameters with aliases, `~`, weights, `<other>` and `@ N`, sub-models, constraints, `#` comments. Values that
 * look like numbers become numbers. AssayError `design-unusable` names the line.
 */
export function parsePict(text: string): CombinationsDesign {
  const parameters: (Parameter & { order?: number })[] = []
  const groups: CombinationsDesign['groups'] = []
  let constraints: string | undefined
  for (const [index, whole] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = whole.trim()
    if (line.startsWith('#')) continue
    if (constraints !== undefined) constraints += `${whole}\n`
    else if (line === '') continue
    else if (startsConstraints(line)) constraints = `${whole}\n`
    else if (line.startsWith('{')) groups.push(groupOf(line, index + 1))
    else parameters.push(parameterOf(line, index + 1, parameters))
  }
  return {
    name: '',
    method: 'combinations',
    seed: 1,
    parameters: parameters.map(({ name, values }) => ({ name, values })),
    constraints: splitConstraints(constraints ?? ''),
    strength: 2,
    groups: [...groups],
    rows: [],
    combine: 't-wise',
    ...(parameters.some(({ order }) => order !== undefined) && {
      orders: Object.fromEntries(parameters.flatMap(({ name, order }) => (order === undefined ? [] : [[name, order]]))),
    }),
  }
}

function parameterOf(line: string, number: number, known: readonly Parameter[]): Parameter & { order?: number } {
  const colon = line.indexOf(':')
  const at = colon < 0 ? line.indexOf(',') : colon
  if (at < 0) throw new AssayError('design-unusable', texts.line(number, texts.noColon))
  const [, name = '', order] = /^(.*?)(?:\s*@\s*(\d+))?$/.exec(line.slice(0, at).trim()) ?? []
  const values = line
    .slice(at + 1)
    .split(',')
    .flatMap((part) => valueOf(part.trim(), known))
  return { name: name.trim(), values, ...(order !== undefined && { order: Number(order) }) }
}

function valueOf(part: string, known: readonly Parameter[]): Parameter['values'] {
  const other = /^<(.*)>$/.exec(part)?.[1]
  const reused = other === undefined ? undefined : known.find(({ name }) => name.toLowerCase() === other.toLowerCase())
  if (reused !== undefined) return reused.values
  const [, named = part, weight] = /^(.*?)\s*\(\s*(\d+)\s*\)$/.exec(part) ?? []
  const isWeight = weight !== undefined && Number(weight) > 0
  const [first = '', ...alias] = (isWeight ? named : part).split('|').map((one) => one.trim())
  const isInvalid = first.startsWith('~')
  const value = isInvalid ? first.slice(1).trim() : first
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

function groupOf(line: string, number: number): CombinationsDesign['groups'][number] {
  const found = /^\{([^}]*)\}\s*(?:@\s*(\d+))?\s*$/.exec(line)
  const names = found?.[1]?.split(',').map((one) => one.trim()) ?? []
  if (names.every((name) => name === '')) throw new AssayError('design-unusable', texts.line(number, texts.badGroup))
  return { parameters: [...new Set(names)], strength: Number(found?.[2] ?? 2) }
}

/** Constraints end at a semicolon that stands in no text and no name. */
function splitConstraints(text: string): string[] {
  const found: string[] = []
  let [start, quote] = [0, '']
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] ?? ''
    if (quote !== '') {
      if (unit === '\\' && quote === '"') at++
      else if (unit === quote) quote = ''
    } else if (unit === '"') quote = '"'
    else if (unit === '[') quote = ']'
    else if (unit === ';') {
      found.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...found, text.slice(start)].map((one) => one.trim()).filter((one) => one !== '')
}
