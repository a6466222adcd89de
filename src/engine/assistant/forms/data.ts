import { expectedNow, judgeable, runAs } from '#engine/derived-tests/identities/run-as.ts'
import { identityFields, listVariable, type IdentityField } from '#engine/derived-tests/identities/identity.ts'
import { WrongName } from '#engine/tools/find-by-name.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { plainSteps, variableChange, variablesOf } from './built-case.ts'
import { caseIn, pairsIn, valueIn, type Form, type FormField } from './form.ts'
import { labels, recipeTexts as texts } from './texts.ts'

const oneCase: FormField = { id: 'case', kind: 'case', label: labels.case }

/** `admin 201 scope=orders:write`: name, status, and fields of the token step that differ. */
function identityOf(line: string, columns: readonly string[], now: Readonly<Record<string, string>>) {
  const [, name, status, rest = ''] = /^(.+?)[\s:=]+(\d{3})\b\s*(.*)$/.exec(line) ?? []
  if (name === undefined) throw new WrongName(texts.writeAs(line, 'admin 200'))
  const said = Object.fromEntries(
    [...rest.matchAll(/(\w+)=("[^"]*"|\S+)/g)].map(([, key = '', value = '']) => [key, value.replace(/^"|"$/g, '')]),
  )
  const left = rest.replace(/(\w+)=("[^"]*"|\S+)/g, '').trim()
  const alien = Object.keys(said).filter((key) => !columns.includes(key))
  if (left !== '' || alien.length > 0) throw new WrongName(texts.noColumn(alien[0] ?? left, columns))
  return { name, expected: Number(status), values: { ...now, ...said } }
}

/** A step of a case that runs as others, where some fields stay as they are in the case. */
function asBefore(step: Step, usual: readonly IdentityField[]): Step[] {
  if (isOAuth2Step(step)) {
    const own = usual.filter((field) => field.step === step.id)
    return [
      {
        ...step,
        ...Object.fromEntries(own.map(({ key, secret, now }) => [key, secret && !now.includes('${') ? { secret: now } : now])),
      },
    ]
  }
  const own = new Set(usual.map(({ column }) => `identity_${column}`))
  if ('mapping' in step) return [{ ...step, mapping: step.mapping.filter(({ variable }) => !own.has(variable)) }]
  if (!('transfers' in step)) return [step]
  const transfers = step.transfers.filter(({ to }) => !own.has(to))
  return transfers.length > 0 ? [{ ...step, transfers }] : []
}

/** Rows of random data, unless the form says how many. */
const usualRows = 10

/** Forms that run a case with rows, as others, or under load. */
export const dataForms: readonly Form[] = [
  {
    id: 'roles',
    group: 'negative',
    ...texts.forms.roles,
    fields: [oneCase, { id: 'identities', kind: 'lines', label: labels.identities, hint: labels.identitiesHint }],
    changes(values, context) {
      const { suite, one } = caseIn(values, context)
      const { first } = judgeable(one)
      if (!first) throw new WrongName(texts.noRequest(one.name))
      const fields = identityFields(one)
      if (fields.length === 0) throw new WrongName(texts.noTokenStep(one.name))
      const now = Object.fromEntries(fields.map(({ column, now: value }) => [column, value]))
      const columns = fields.map(({ column }) => column)
      const all = valueIn(values, 'identities')
        .split('\n')
        .flatMap((line) => line.split(/,\s+(?=\S+[\s:=]+\d{3}\b)/))
        .map((line) => line.trim())
        .filter((line) => line !== '')
      const identities = all.map((line) => identityOf(line, columns, now))
      if (identities.length < 2) throw new WrongName(texts.twoIdentities)
      const usual = fields.filter(({ column, now: value }) => identities.every((who) => who.values[column] === value))
      if (usual.length === fields.length) throw new WrongName(texts.sameIdentities(columns))
      for (const { column, secret, now: value } of fields)
        if (identities.some((who) => who.values[column] === value) && !usual.some((field) => field.column === column))
          if (secret || value.includes('${')) throw new WrongName(texts.eachIdentity(column))
      let ids = 0
      const source = texts.names.identities(one.name)
      const made = runAs(one, {
        identities,
        judged: first.id,
        variables: context.project.variables,
        names: { source, ...texts.runAs },
        newId: () => `new-${++ids}`,
      })
      const kept = new Set(usual.map(({ column }) => column))
      const steps = plainSteps(
        made.case.steps.flatMap((step) => asBefore(step, usual)),
        new Map([[made.source.id, source]]),
      )
      const rows = made.source.rows.map((row) =>
        Object.fromEntries(made.source.columns.flatMap((column, at) => (kept.has(column) ? [] : [[column, row[at] ?? '']]))),
      )
      const name = texts.names.roles(one.name)
      const variables = made.variables.filter(({ name: key }) =>
        usual.every(({ column }) => key !== listVariable(column) && !key.endsWith(`_${column}`)),
      )
      return {
        summary: name,
        changes: [
          ...variables.map(variableChange),
          { do: 'add_data_source', name: source, rows },
          { do: 'add_case', suite: suite.id, name, ...variablesOf(one.variables), steps },
        ],
        assumptions: [
          texts.judged(first.name, expectedNow(one, first.id)),
          ...(identities.some(({ expected }) => expected >= 400) ? [texts.offBehind] : []),
          ...(usual.length > 0 ? [texts.asInCase([...kept])] : []),
        ],
      }
    },
  },
  {
    id: 'data-driven',
    group: 'data',
    ...texts.forms['data-driven'],
    fields: [oneCase, { id: 'rows', kind: 'rows', label: labels.rows, hint: labels.rowsHint }],
    changes(values, context) {
      const { one } = caseIn(values, context)
      const rows = valueIn(values, 'rows')
      const attached = context.files.find(({ name }) => name === rows)
      const isJson = /^\s*\[/.test(rows)
      if (!attached && !rows.includes('\n')) throw new WrongName(texts.noRows)
      const file = attached ?? { name: `${texts.names.rows(one.name)}.${isJson ? 'json' : 'csv'}`, text: rows }
      return {
        summary: texts.names.dataDriven(one.name),
        changes: [{ do: 'add_data_source', file: file.name, case: one.id }],
        ...(attached ? {} : { files: [file] }),
      }
    },
  },
  {
    id: 'random-data',
    group: 'data',
    ...texts.forms['random-data'],
    fields: [
      oneCase,
      { id: 'columns', kind: 'lines', label: labels.randomColumns, hint: labels.randomColumnsHint },
      { id: 'rows', kind: 'number', label: labels.rows, optional: true },
    ],
    changes(values, context) {
      const { one } = caseIn(values, context)
      const rows = valueIn(values, 'rows')
      const name = texts.names.random(one.name)
      return {
        summary: name,
        changes: [
          {
            do: 'add_data_source',
            name,
            rows: [pairsIn(values, 'columns')],
            randomRows: rows === '' ? usualRows : Number(rows),
            case: one.id,
          },
        ],
      }
    },
  },
  {
    id: 'load',
    group: 'data',
    ...texts.forms.load,
    fields: [
      { id: 'target', kind: 'target', label: labels.target },
      { id: 'users', kind: 'number', label: labels.users },
      { id: 'duration', kind: 'number', label: labels.duration },
      { id: 'rampUp', kind: 'number', label: labels.rampUp, optional: true },
      { id: 'environment', kind: 'environment', label: labels.environment, optional: true },
    ],
    changes(values) {
      const rampUp = valueIn(values, 'rampUp')
      const environment = valueIn(values, 'environment')
      return {
        summary: texts.names.load(valueIn(values, 'target')),
        changes: [
          {
            do: 'set_load_test',
            target: valueIn(values, 'target'),
            users: Number(valueIn(values, 'users')),
            duration: Number(valueIn(values, 'duration')),
            ...(rampUp === '' ? {} : { rampUp: Number(rampUp) }),
            ...(environment === '' ? {} : { environment }),
          },
        ],
      }
    },
  },
]
