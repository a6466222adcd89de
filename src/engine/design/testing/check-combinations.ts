import type { DesignResult, Value } from '../result.ts'

/** A model as the checker sees it: rules are functions, so that nothing of how the designer reads them is believed. */
export interface CheckedModel {
  parameters: { name: string; values: Value[]; invalid?: Value[] }[]
  strength: number
  rules: ((row: Readonly<Record<string, Value>>) => boolean)[]
}

type Row = Record<string, Value>

/** Everything that a result of combinations claims and that is not so, by trying every row that there can be. Empty: all laws hold. */
export function brokenLaws({ parameters, strength, rules }: CheckedModel, result: DesignResult): string[] {
  const broken: string[] = []
  const isInvalid = (name: string, value: Value | undefined) =>
    (parameters.find((one) => one.name === name)?.invalid ?? []).some((one) => one === value)
  const countInvalid = (row: Row) => Object.entries(row).filter(([name, value]) => isInvalid(name, value)).length
  const isLegal = (row: Row) => countInvalid(row) < 2 && rules.every((rule) => rule(row))
  const legal = parameters
    .reduce<Row[]>((rows, { name, values }) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))), [{}])
    .filter(isLegal)

  const wanted = new Map<string, Row>()
  const combine = (from: number, row: Row): void => {
    const size = Object.keys(row).length
    if (size === Math.min(strength, parameters.length)) {
      if (countInvalid(row) < 2) wanted.set(textOf(row), row)
      return
    }
    for (const [at, { name, values }] of parameters.entries())
      if (at >= from) for (const value of values) combine(at + 1, { ...row, [name]: value })
  }
  combine(0, {})
  // A combination of valid values counts only in a valid test: an invalid value would hide it.
  const holds = (row: Row, tuple: Row) =>
    Object.entries(tuple).every(([name, value]) => row[name] === value) && countInvalid(row) === countInvalid(tuple)

  const texts = new Map(result.items.map(({ id, text }) => [id, text]))
  const infeasible = new Set(result.infeasible.map(({ item }) => texts.get(item)))
  if (texts.size !== result.items.length) broken.push('two items have one id')
  if (result.items.length !== wanted.size) broken.push(`${result.items.length} items, ${wanted.size} by definition`)
  for (const { text } of result.items) if (!wanted.has(text)) broken.push(`no such item: ${text}`)
  for (const [text, tuple] of wanted) {
    const isPossible = legal.some((row) => holds(row, tuple))
    if (isPossible === infeasible.has(text)) broken.push(`${text}: possible ${isPossible}, told otherwise`)
    if (isPossible && !result.tests.some(({ values }) => holds(values, tuple))) broken.push(`${text}: in no test`)
  }
  for (const { values, covers, valid, invalid } of result.tests) {
    if (!isLegal(values)) broken.push(`breaks a rule: ${textOf(values)}`)
    const told = covers.map((id) => texts.get(id) ?? id).toSorted()
    const recomputed = Array.from(wanted).flatMap(([text, tuple]) => (holds(values, tuple) ? [text] : []))
    if (told.join('|') !== recomputed.toSorted().join('|')) broken.push(`trace of ${textOf(values)}`)
    const wrong = Object.entries(values).flatMap(([name, value]) => (isInvalid(name, value) ? [name] : []))
    if (valid !== (wrong.length === 0) || invalid !== wrong[0]) broken.push(`validity of ${textOf(values)}`)
  }
  if (result.coverage.exercised !== result.coverage.feasible) broken.push('not all is covered')
  if (result.coverage.feasible !== wanted.size - infeasible.size) broken.push('what is feasible is counted wrong')
  if ((result.bound ?? 0) > result.tests.length) broken.push('fewer tests than proven necessary')
  return broken
}

const textOf = (row: Row): string =>
  Object.entries(row)
    .map(([name, value]) => `${name} = ${String(value)}`)
    .join(', ')
