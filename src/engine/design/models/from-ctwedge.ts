import type { Parameter } from '../fields.ts'
import { DesignMistake } from '../mistake.ts'
import type { Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import { combinationsOf, type ForeignModel } from './foreign-model.ts'
import { inPictWords, type Proposed } from './propositions.ts'

const texts = designTexts.foreign

/** Whether a string is a model of CTWedge. */
export const isCtwedge = (text: string): boolean => /^\s*(?:\/\/.*\s*)*Model\s+\S+\s+Parameters\s*:/i.test(text)

const mistake = (line: number, said: string): DesignMistake =>
  new DesignMistake(designTexts.pict.line(line, said), said, { line })

/** A model of CTWedge: truths, enumerations and ranges with steps; constraints between number signs. */
export function modelOfCtwedge(text: string): ForeignModel {
  const plain = text.replace(/\/\/.*$/gm, '')
  const [, name = ''] = /Model\s+(\S+)/i.exec(plain) ?? []
  const from = /Parameters\s*:/i.exec(plain)
  const to = /^\s*Constraints\s*:/im.exec(plain)
  const begin = (from?.index ?? 0) + (from?.[0].length ?? 0)
  const lineAt = (at: number): number => plain.slice(0, at).split('\n').length
  const parameters: (Parameter & Proposed)[] = []
  for (const found of plain
    .slice(begin, to?.index)
    .matchAll(/([^\s:{}[\];]+)\s*:\s*(\{[^}]*\}|\[[^\]]*\](?:\s*step\s+\d+)?|[^\s;]+)\s*;?/gi)) {
    const [, parameter = '', given = ''] = found
    parameters.push({ name: parameter, values: valuesIn(given, lineAt(begin + found.index)) })
  }
  if (parameters.length === 0) throw mistake(lineAt(begin), designTexts.noParameters)
  const constraints = [...(to ? plain.slice(to.index).matchAll(/#([^#]*)#/g) : [])].map((found) =>
    inPictWords(found[1] ?? '', parameters, lineAt((to?.index ?? 0) + found.index)),
  )
  return { name, notes: [], model: combinationsOf(parameters, { constraints }) }
}

function valuesIn(given: string, line: number): Value[] {
  if (/^boolean$/i.test(given)) return [true, false]
  if (given.startsWith('{')) {
    const all = [...given.slice(1, -1).matchAll(/"([^"]*)"|'([^']*)'|[^\s,]+/g)].map((one) => one[1] ?? one[2] ?? one[0])
    return all.every((one) => String(Number(one)) === one) ? all.map(Number) : all
  }
  const [, low, high, step = '1'] = /^\[\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*\](?:\s*step\s+(\d+))?$/i.exec(given) ?? []
  const count = Math.floor((Number(high) - Number(low)) / Number(step)) + 1
  if (low === undefined || !(count > 0 && count <= 100_000)) throw mistake(line, texts.ctwedgeParameter)
  return Array.from({ length: count }, (_, at) => Number(low) + at * Number(step))
}
