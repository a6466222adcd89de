import type { CombinationsDesign } from '../combinations/schema.ts'
import type { Parameter } from '../fields.ts'
import { DesignMistake } from '../mistake.ts'
import type { Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import { combinationsOf, type ForeignModel } from './foreign-model.ts'
import { inPictWords, type Proposed } from './propositions.ts'
import { childrenOf, type XmlElement } from './xml.ts'

const texts = designTexts.foreign

/** Whether a string is a configuration of ACTS (NIST). */
export const isActs = (text: string): boolean => /^\s*(?:--.*\s*)*\[System\]/i.test(text) && /^\s*\[Parameter\]/im.test(text)

type Groups = CombinationsDesign['groups']

const mistake = (line: number, said: string): DesignMistake =>
  new DesignMistake(designTexts.pict.line(line, said), said, { line })

/** A value of a type of ACTS, as JSON has it. */
function actsValue(type: string, text: string): Value {
  if (/^int/i.test(type) && text !== '' && Number.isFinite(Number(text))) return Number(text)
  if (/^bool/i.test(type) && /^(true|false)$/i.test(text)) return /^true$/i.test(text)
  return text
}

/** A configuration of ACTS as text: parameters, relations as groups with their strength, constraints, the test set as rows that are kept. */
export function modelOfActs(text: string): ForeignModel {
  let [section, name, header] = ['', '', undefined as string[] | undefined]
  const parameters: (Parameter & Proposed)[] = []
  const rows: Record<string, Value>[] = []
  const [groups, rules]: [Groups & object, { text: string; line: number }[]] = [[], []]
  for (const [at, whole] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = whole.replace(/^\s*--.*$/, '').trim()
    if (line === '') continue
    const begun = /^\[\s*([a-z ]+?)\s*\]$/i.exec(line)?.[1]
    if (begun !== undefined) section = begun.toLowerCase().replaceAll(' ', '')
    else if (section === 'system') name = /^name\s*[:=]\s*(.*)$/i.exec(line)?.[1] ?? name
    else if (section === 'parameter') parameters.push(parameterOf(line, at + 1))
    else if (section === 'relation') groups.push(groupOf(line, at + 1))
    else if (section === 'constraint') rules.push({ text: line, line: at + 1 })
    else if (section === 'testset') {
      const cells = line.split(',').map((cell) => cell.trim())
      if (header === undefined) header = cells
      else rows.push(rowOf(header, cells))
    }
  }
  if (parameters.length === 0) throw mistake(1, designTexts.noParameters)
  const constraints = rules.map((rule) => inPictWords(rule.text, parameters, rule.line))
  return { name, notes: [], model: combinationsOf(parameters, { constraints, groups, rows }) }
}

function parameterOf(line: string, number: number): Parameter & Proposed {
  const [, name = '', type = '', values = ''] = /^(.*?)\s*(?:\(\s*([a-z]+)\s*\))?\s*:\s*(.*)$/i.exec(line) ?? []
  if (name === '' || values === '') throw mistake(number, texts.actsParameter)
  return { name, values: values.split(',').map((value) => actsValue(type, value.trim())) }
}

function groupOf(line: string, number: number): NonNullable<Groups>[number] {
  const parts =
    /\(([^)]*)\)\s*$/
      .exec(line)?.[1]
      ?.split(',')
      .map((one) => one.trim()) ?? []
  const strength = Number(parts.pop())
  if (parts.length === 0 || !Number.isInteger(strength)) throw mistake(number, texts.actsRelation)
  return { parameters: parts, strength }
}

const rowOf = (header: readonly string[], cells: readonly string[]): Record<string, Value> =>
  Object.fromEntries(header.flatMap((name, at) => ((cells[at] ?? '*') === '*' ? [] : [[name, cells[at] ?? ''] as const])))

/** As {@link modelOfActs}, of the XML that ACTS saves. */
export function modelOfActsXml(system: XmlElement): ForeignModel {
  const parameters = childrenOf(system, 'Parameters', 'Parameter').map((one): Parameter & Proposed => {
    // 0 is a number and 2 a truth in the files that ACTS writes; others name the type.
    const type = { '0': 'int', '2': 'boolean' }[one.attributes.get('type') ?? ''] ?? one.attributes.get('type') ?? ''
    const valid = childrenOf(one, 'values', 'value').map(({ text }): Value => actsValue(type, text.trim()))
    const invalid = childrenOf(one, 'invalidValues', 'invalidValue').map(({ text }) => actsValue(type, text.trim()))
    const values = [...valid, ...invalid.map((value) => ({ value, valid: false }))] as Parameter['values'] & Value[]
    return { name: one.attributes.get('name') ?? '', values }
  })
  const groups = childrenOf(system, 'Relations', 'Relation').flatMap((one) => {
    const of = childrenOf(one, 'Parameter').map(({ attributes }) => attributes.get('name') ?? '')
    const strength = Number(one.attributes.get('Strength') ?? one.attributes.get('strength') ?? 2)
    return of.length > 1 ? [{ parameters: of, strength }] : []
  })
  const known = parameters.map(({ name, values }) => ({
    name,
    values: values.map((one: unknown) =>
      one !== null && typeof one === 'object' ? (one as { value: Value }).value : (one as Value),
    ),
  }))
  const constraints = childrenOf(system, 'Constraints', 'Constraint').map(({ attributes }, at) =>
    inPictWords(attributes.get('text') ?? '', known, at + 1),
  )
  return { name: system.attributes.get('name') ?? '', notes: [], model: combinationsOf(parameters, { constraints, groups }) }
}
