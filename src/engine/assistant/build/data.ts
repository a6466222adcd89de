import type { Texts } from '../replies/texts.ts'
import { isObject } from '#engine/checks/values.ts'
import { asTable } from '#engine/data/as-table.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import { isForRows, sourceOfFile, stepsForRows } from '#engine/case-builder/rows.ts'
import { proposeReplacements } from '#engine/project/data-driven/propose.ts'
import { identityFields } from '#engine/project/identities/identity.ts'
import { judgeable, runAs } from '#engine/project/identities/run-as.ts'
import type { Case } from '#engine/project/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { fittingFunction } from '#engine/templates/fitting-function.ts'
import type { PlanOperation } from '../plan.ts'
import { secretShapes } from '../safety/secrets.ts'
import { Unplaced, type Surroundings } from './surroundings.ts'
import { bareTemplate, bodyText } from '#engine/case-builder/request-body.ts'
import type { Workbench } from '#engine/case-builder/workbench.ts'

/** Runs a case once for each row of an attached file or of a data source; columns take the place of literal values. */
export async function dataDriven(
  bench: Workbench<Texts>,
  one: Case,
  { file, source: name }: Extract<PlanOperation, { do: 'use_data' }>,
  { attachments }: Surroundings,
): Promise<void> {
  const known = bench.project.dataSources.find((source) => source.name === name || (file !== undefined && source.name === file))
  const attached = attachments.find((item) => item.name === file) ?? (known ? undefined : attachments[0])
  if (!known && !attached)
    throw new Unplaced(
      'file',
      bench.project.dataSources.map((source) => source.name),
    )
  const source: DataSource = known ?? sourceOfFile(bench, attached?.name ?? '', attached?.text ?? '')
  const table = await asTable(source)
  const replacements = proposeReplacements(one, table.columns, table.rows[0] ?? []).filter((found) => isForRows(one, found))
  if (secretShapes(attached?.text ?? '').length > 0) bench.warn(bench.texts.warn.literalSecret)
  const used = new Set(replacements.map(({ column }) => column))
  const unused = table.columns.filter((column) => !used.has(column))
  if (replacements.length === 0) throw new Unplaced('columns', table.columns)
  if (!known) bench.project.dataSources.push(source)
  if (unused.length > 0) bench.warn(bench.texts.warn.unusedColumns(unused.join(', ')))
  for (const { column, why, name: field } of replacements)
    if (why === 'near') bench.assume('columns', bench.texts.assume.column(column, field), column)
  one.steps = stepsForRows(
    one,
    source,
    replacements,
    { start: bench.texts.steps.eachRow(source.name), end: bench.texts.steps.nextRow },
    bench.newId,
  )
}

/** Values of JSON bodies drawn anew for each run, where a name or a form tells what they are. */
export function randomData(bench: Workbench<Texts>, one: Case): void {
  let count = 0
  for (const step of one.steps) {
    if (!isSendRequestStep(step) || step.body.type !== 'json') continue
    try {
      const body: unknown = JSON.parse(step.body.text)
      step.body = { type: 'json', text: bodyText(randomised(body, '', () => count++)) }
    } catch {
      // A body with references outside of quotes is no JSON by itself; it is random where somebody made it so.
    }
  }
  if (count === 0) throw new Unplaced('nothing')
  bench.assume('random', bench.texts.assume.random(count), '')
}

function randomised(value: unknown, key: string, onValue: () => void): unknown {
  if (Array.isArray(value)) return value.map((one) => randomised(one, key, onValue))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, randomised(one, name, onValue)]))
  const template = fittingFunction(key, value)
  if (template === undefined) return value
  onValue()
  return typeof value === 'number' ? bareTemplate(`\${${template}}`) : `\${${template}}`
}

/** One grid of who may do what: the case once for each role, its token from the row, its status expected by the row. */
export function identities(bench: Workbench<Texts>, one: Case, names: readonly string[]): void {
  const { first } = judgeable(one)
  if (!first) throw new Unplaced('case')
  const fields = identityFields(one)
  const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const guests = /^(guest|gast|invitado|invité|anonym\p{L}*|nobody|访客|stranger)/iu
  const made = runAs(one, {
    identities: names.map((name) => ({
      name,
      values: Object.fromEntries(
        fields.map(({ column, secret }) => [
          column,
          secret
            ? `${slug(name)}/${column}`
            : column === 'scope'
              ? (fields.find((field) => field.column === 'scope')?.now ?? '')
              : `\${${slug(name).replaceAll('-', '_')}_${column}}`,
        ]),
      ),
      expected: guests.test(name) ? 403 : 200,
    })),
    judged: first.id,
    variables: bench.project.variables,
    names: {
      source: bench.texts.steps.identities(one.name),
      start: bench.texts.steps.eachIdentity,
      end: bench.texts.steps.nextRow,
      secrets: bench.texts.steps.identitySecrets,
      check: bench.texts.steps.check,
    },
    newId: bench.newId,
  })
  one.steps = made.case.steps
  bench.project.dataSources.push(made.source)
  for (const variable of made.variables) {
    const at = bench.project.variables.findIndex(({ name }) => name === variable.name)
    if (at >= 0) bench.project.variables[at] = variable
    else bench.project.variables.push(variable)
  }
  for (const name of names)
    for (const { column, secret } of fields)
      if (!secret && column !== 'scope') {
        const variable = `${slug(name).replaceAll('-', '_')}_${column}`
        if (!bench.variable(variable)) bench.project.variables.push({ name: variable, value: '', description: '' })
      }
  bench.warn(bench.texts.warn.identities)
  bench.assume(
    'expected',
    bench.texts.assume.expectedOf(names.map((name) => `${name} ${guests.test(name) ? 403 : 200}`).join(', ')),
    '',
  )
}
