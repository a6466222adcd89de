import { AssayError, type ErrorCode } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import type { Compute } from './function-spec.ts'
import { functions } from './functions.ts'
import { templateTexts as texts } from './texts.ts'

/** One `${…}` of a template. */
export interface Reference {
  /** A variable's name, or a function's with its root: `random.int`. */
  name: string
  /** Where it starts and ends in the template, in UTF-16 units. */
  start: number
  end: number
  /** It stands between double quotes, if the template is JSON. */
  quoted: boolean
  /** What a function does; absent: it is a variable. */
  compute: Compute | undefined
}

/** What is wrong with one `${…}`, with its place in the template. */
export interface TemplateProblem {
  code: ErrorCode
  message: string
  hint: string
  start: number
  end: number
}

/** A template, read: literal texts and references in order. */
export interface Template {
  parts: readonly (string | Reference)[]
  problems: readonly TemplateProblem[]
}

const namePattern = /[A-Za-z_][A-Za-z0-9_.-]*/y
const plainArgument = /[^,)]*/y
const reserved = /^(random|now|env|uuid)(\.|$)/

/** Whether a string can be a variable's name. */
export const isVariableName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name) && !reserved.test(name)

const cache = new Map<string, Template>()
const cacheSize = 4_000
/** Characters of all texts that are kept. */
const cacheLength = 4_000_000
let cached = 0

/** References of one text; each takes about a hundred bytes. */
const mostReferences = 1_000_000
/** The most places reported in one text; nothing is read after them. */
const mostProblems = 20

/** Reads a template without rejecting any; what is wrong is listed. Read once, then kept. */
export function readTemplate(text: string): Template {
  let template = cache.get(text)
  if (template === undefined) {
    template = scan(text)
    // A slice of a large text would keep the whole of it alive; large texts are not kept.
    if (text.length < 100_000) {
      cached += text.length
      if (cache.size >= cacheSize || cached > cacheLength) {
        cache.clear()
        cached = text.length
      }
      cache.set(text, template)
    }
  }
  return template
}

/** Reads a template. Throws AssayError `template-syntax`, or `variable-unknown` for a function that is not there. */
export function parseTemplate(text: string): Template {
  const template = readTemplate(text)
  const problem = template.problems[0]
  if (problem !== undefined) throw new AssayError(problem.code, problem.message, { hint: problem.hint })
  return template
}

/** The references of a template with their places, for needs, completion and marking; broken ones are omitted. */
export const listReferences = (text: string): Reference[] =>
  text.includes('${') ? readTemplate(text).parts.filter((part) => typeof part !== 'string') : []

function scan(text: string): Template {
  const parts: (string | Reference)[] = []
  const problems: TemplateProblem[] = []
  let literal = ''
  let at = 0
  let quoted = false
  let references = 0
  const where = positions(text)
  const take = (piece: string) => {
    literal += piece
    quoted = quotedAfter(piece, quoted)
  }
  while (at < text.length && problems.length < mostProblems) {
    const dollar = text.indexOf('$', at)
    if (dollar < 0) break
    if (text.startsWith('$${', dollar)) {
      take(`${text.slice(at, dollar)}\${`)
      at = dollar + 3
    } else if (text[dollar + 1] === '{') {
      take(text.slice(at, dollar))
      const found = ++references > mostReferences ? tooMany(text, dollar) : readReference(text, dollar, quoted, where)
      if ('code' in found) {
        problems.push(found)
        take('${')
        at = dollar + 2
        if (references > mostReferences) break
      } else {
        if (literal !== '') parts.push(literal)
        literal = ''
        parts.push(found)
        at = found.end
      }
    } else {
      take(text.slice(at, dollar + 1))
      at = dollar + 1
    }
  }
  literal += text.slice(at)
  if (literal !== '') parts.push(literal)
  return { parts, problems }
}

/** Whether a JSON string is open after `piece`, if one was or was not before. */
function quotedAfter(piece: string, quoted: boolean): boolean {
  for (let at = 0; at < piece.length; at++) {
    const unit = piece[at]
    if (unit === '"') quoted = !quoted
    else if (unit === '\\' && quoted) at++
  }
  return quoted
}

/** From there on nothing more is read. */
const tooMany = (text: string, start: number): TemplateProblem => ({
  code: 'template-syntax',
  message: texts.tooManyReferences(mostReferences),
  hint: texts.tooManyReferencesHint,
  start,
  end: text.length,
})

function readReference(
  text: string,
  start: number,
  quoted: boolean,
  positionOf: (at: number) => string,
): Reference | TemplateProblem {
  const problem = (code: ErrorCode, message: string, hint: string, end = start + 2): TemplateProblem => ({
    code,
    message,
    hint,
    start,
    end,
  })
  const unclosed = () => problem('template-syntax', texts.unclosed(positionOf(start)), texts.unclosedHint)

  namePattern.lastIndex = start + 2
  const name = namePattern.exec(text)?.[0]
  let at = start + 2 + (name?.length ?? 0)
  let values: string[] | undefined
  if (name !== undefined && text[at] === '(') {
    const list = readArguments(text, at + 1)
    if (list === undefined) return unclosed()
    values = list.values
    at = list.end
  }
  if (name === undefined || text[at] !== '}') {
    const close = text.indexOf('}', at)
    if (close < 0) return unclosed()
    const source = text.slice(start, close + 1)
    const shown = source.length > 60 ? `${source.slice(0, 57)}...` : source
    return problem('template-syntax', texts.notAReference(shown, positionOf(start)), texts.notAReferenceHint, close + 1)
  }
  const end = at + 1
  const spec = functions.get(name)
  if (spec === undefined) {
    if (reserved.test(name)) {
      const hint = texts.unknownFunctionHint(nearest(name, functions.keys()))
      return problem('variable-unknown', texts.unknownFunction(name, positionOf(start)), hint, end)
    }
    if (values !== undefined) {
      const hint = texts.unknownFunctionHint(nearest(name, functions.keys()))
      return problem('template-syntax', texts.notAFunction(name, positionOf(start)), hint, end)
    }
    return { name, start, end, quoted, compute: undefined }
  }
  const compute = spec.compile(values ?? [])
  if (typeof compute === 'string')
    return problem(
      'template-syntax',
      texts.badArguments(name, positionOf(start), compute),
      texts.badArgumentsHint(spec.signature),
      end,
    )
  return { name, start, end, quoted, compute }
}

/** What a call of a function was given, as it is written in a template; nothing for one without brackets. */
export const argumentsOf = (text: string, { name, start }: Reference): string[] => {
  const open = start + 2 + name.length
  return text[open] === '(' ? (readArguments(text, open + 1)?.values ?? []) : []
}

/**
 * Arguments from after "(" to ")". One in single quotes may hold anything; in it `\'` is a quote, every other backslash
 * stays. One without quotes ends at "," or ")" and is trimmed.
 */
function readArguments(text: string, from: number): { values: string[]; end: number } | undefined {
  const values: string[] = []
  let at = from
  for (;;) {
    while (text[at] === ' ') at++
    if (text[at] === ')' && values.length === 0) return { values, end: at + 1 }
    if (text[at] === "'") {
      let value = ''
      for (at++; text[at] !== "'"; at++) {
        if (at >= text.length) return undefined
        if (text[at] === '\\' && text[at + 1] === "'") at++
        value += text[at]
      }
      at++
      values.push(value)
      while (text[at] === ' ') at++
    } else {
      plainArgument.lastIndex = at
      const [argument = ''] = plainArgument.exec(text) ?? []
      at += argument.length
      values.push(argument.trimEnd())
    }
    if (text[at] === ')') return { values, end: at + 1 }
    if (text[at] !== ',') return undefined
    at++
  }
}

/** Places in words; asked for in the order of the text, so that no line is counted twice. */
function positions(text: string): (at: number) => string {
  let line = 1
  let begin = 0
  return (at) => {
    for (let end = text.indexOf('\n', begin); end >= 0 && end < at; end = text.indexOf('\n', begin)) {
      line++
      begin = end + 1
    }
    return texts.position(line, at - begin + 1)
  }
}
