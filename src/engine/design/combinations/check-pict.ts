import { AssayError } from '#engine/base/errors.ts'
import { DesignMistake } from '../mistake.ts'
import { parseConstraint } from './constraint.ts'
import { designTexts } from '../texts.ts'
import { constraintsIn, emptyParametersIn, parsePict } from './pict.ts'
import type { ValuedDesign } from './schema.ts'

/** What is wrong in a string, and where: offsets, the end excluded. */
export interface TextMistake {
  from: number
  to: number
  text: string
}

/** A model in PICT's text: the design if its lines can be read, and every mistake in them and in its constraints with its place. */
export function checkPict(text: string): { design?: ValuedDesign; mistakes: TextMistake[] } {
  let design: ValuedDesign
  try {
    design = parsePict(text)
  } catch (error) {
    return { mistakes: [mistakeOf(error, text, 0, text.length)] }
  }
  const parameters = design.parameters.map(({ name, values }) => {
    const given = values.map((one) => (one !== null && typeof one === 'object' ? one : { value: one }))
    return { name, values: given.map(({ value }) => value), invalid: given.map(({ valid }) => valid === false) }
  })
  const mistakes = constraintsIn(text).flatMap(({ text: constraint, from }): TextMistake[] => {
    try {
      parseConstraint(constraint, parameters)
      return []
    } catch (error) {
      return [mistakeOf(error, text, from, from + constraint.length)]
    }
  })
  const empty = emptyParametersIn(text).map(({ name, line }) => {
    const said = designTexts.pict.noValues(name)
    return mistakeOf(new DesignMistake(said, said, { line }), text, 0, text.length)
  })
  return { design, mistakes: [...empty, ...mistakes] }
}

function mistakeOf(error: unknown, text: string, from: number, to: number): TextMistake {
  if (!(error instanceof AssayError)) throw error
  if (!(error instanceof DesignMistake)) return { from, to, text: error.message }
  const { said, place } = error
  if ('line' in place) {
    const lines = text.split(/\r\n|\n|\r/)
    const start = lineStart(text, place.line)
    return { from: start, to: start + (lines[place.line - 1]?.length ?? 0), text: said }
  }
  const start = Math.min(from + place.at, Math.max(from, to - 1))
  const word = /^(?:\[[^\]\n]*\]?|"[^"\n]*"?|\w+|.)/.exec(text.slice(start, to))?.[0].length ?? 1
  return { from: start, to: start + word, text: said }
}

function lineStart(text: string, line: number): number {
  let start = 0
  for (const [at, piece] of text.split(/(\r\n|\n|\r)/).entries()) {
    if (at === (line - 1) * 2) return start
    start += piece.length
  }
  return start
}
